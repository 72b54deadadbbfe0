import { leadStatusMoves as moves, type LeadStatus, leadStatuses } from '@earshot/proto/values';

/** Whether the server accepts this change of status; it answers other changes with 409. */
export function canBecome(from: LeadStatus, to: LeadStatus): boolean {
  return moves[from].includes(to);
}

/** Whether a change of many leads changes this one. A lead that was answered stays answered, as on the server. */
export function canBecomeWithOthers(from: LeadStatus, to: LeadStatus): boolean {
  return from !== 'responded' && canBecome(from, to);
}

/** Only the way through `new` withdraws the activity of a contact. */
const movesBack = { ...moves, contacted: moves.contacted.filter((status) => status !== 'skipped') };

/** The shortest sequence of accepted steps that takes a change from one status to another back; empty if they are equal. */
export function stepsBetween(from: LeadStatus, to: LeadStatus): readonly LeadStatus[] {
  let ways: (readonly LeadStatus[])[] = [[]];
  for (let length = 0; length < leadStatuses.length; length++) {
    const arrived = ways.find((way) => (way.at(-1) ?? from) === to);
    if (arrived) return arrived;
    ways = ways.flatMap((way) => movesBack[way.at(-1) ?? from].map((next) => [...way, next]));
  }
  return [];
}
