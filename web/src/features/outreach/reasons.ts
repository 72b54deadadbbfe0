import type { LeadStatus } from '@earshot/proto/values';
import type { Obstacle } from './sending-state.ts';
import { texts } from './texts.ts';

const obstacles: Record<Obstacle, string> = {
  empty: 'Write or generate a message first',
  'too-long': 'The message is too long',
  open: texts.settleFirst,
  'same-text': texts.sameText,
};

const done: Record<LeadStatus, string> = {
  new: 'This lead is new already',
  contacted: 'You have contacted this lead already',
  skipped: 'You have skipped this lead already',
  responded: 'The author has responded already',
};

/** Why a button of the composer is not available. */
export const reasons = {
  obstacles,
  /** The status of a lead rules out a change of it. */
  done,
  onHold: 'The account cannot send at the moment',
  loading: 'Your earlier messages are loading',
  notAware: 'Tick the box above first',
  noAddress: 'This post has no link to open',
} as const;
