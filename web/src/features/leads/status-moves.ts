import type { LeadStatus } from '@earshot/proto/values';

const moves: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: ['contacted', 'skipped'],
  contacted: ['new', 'responded'],
  skipped: ['new', 'contacted'],
  responded: ['contacted'],
};

/** Whether the server takes this change of status; the others are answered with 409. */
export function canBecome(from: LeadStatus, to: LeadStatus): boolean {
  return moves[from].includes(to);
}
