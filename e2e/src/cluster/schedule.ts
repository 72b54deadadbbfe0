import type { ServiceName } from '@earshot/proto/values';

/** The services in the order in which they are killed. */
export const killed: readonly ServiceName[] = [
  'auth',
  'lead',
  'scan',
  'scan-worker',
  'scan-ingest',
  'outreach',
  'discovery',
  'analytics',
  'realtime',
  'gateway',
  'sandbox',
];

export interface ScheduledKill {
  readonly service: ServiceName;
  readonly seed: number;
}

/** Each service in turn, `times` times, with consecutive seeds. */
export function killSchedule(times: number, firstSeed: number, services = killed): ScheduledKill[] {
  return Array.from({ length: times }, (_, round) => round).flatMap((round) =>
    services.map((service, at) => ({ service, seed: firstSeed + round * services.length + at })),
  );
}
