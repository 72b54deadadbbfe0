// Starts the longest test files first, so that the workers end at about the same time. Jest knows the durations only where its cache
// has them from an earlier run; on a new machine it would begin with the largest files.
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, longest first. A missing name costs time only. */
const slow = [
  'e2e/test/browser/every-screen',
  'e2e/test/browser/account',
  'e2e/test/browser/load-failures',
  'e2e/test/startup-faults',
  'e2e/test/account-deletion',
  'services/outreach/test/sending-faults',
  'packages/service-kit/test/tracing',
  'services/auth/test/digests',
  'e2e/test/cluster/settings',
  'services/scan/test/scan-source',
  'e2e/test/import-zones',
  'services/auth/test/digest-crash',
];

const rankOf = ({ path }) => {
  const rank = slow.findIndex((name) => path.includes(`/${name}`));
  return rank < 0 ? slow.length : rank;
};

export default class SlowFirst extends Sequencer {
  /** Keeps Jest's order among files of the same rank. */
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
