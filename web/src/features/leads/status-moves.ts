import { type LeadStatus, leadStatuses } from '@earshot/proto/values';

const moves: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: ['contacted', 'skipped'],
  contacted: ['new', 'responded'],
  skipped: ['new', 'contacted'],
  responded: ['contacted'],
};

/** Whether the server accepts this change of status; it answers other changes with 409. */
export function canBecome(from: LeadStatus, to: LeadStatus): boolean {
  return moves[from].includes(to);
}

/** The shortest sequence of accepted steps from one status to another; empty if they are equal. */
export function stepsBetween(from: LeadStatus, to: LeadStatus): readonly LeadStatus[] {
  let ways: (readonly LeadStatus[])[] = [[]];
  for (let length = 0; length < leadStatuses.length; length++) {
    const arrived = ways.find((way) => (way.at(-1) ?? from) === to);
    if (arrived) return arrived;
    ways = ways.flatMap((way) => moves[way.at(-1) ?? from].map((next) => [...way, next]));
  }
  return [];
}
