import type { CommunityRef } from '@earshot/proto/refs';

/** A community to scan. `sample`: it was added while the sandbox was in use instead of its source. */
export interface ScannedCommunity extends CommunityRef {
  readonly sample: boolean;
}
