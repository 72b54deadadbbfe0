import { expect, it } from '@jest/globals';
import type { JobId, LeadId, UserId } from '@earshot/proto/refs';

it('accepts plain strings as ids, and refuses an id of another kind', () => {
  const plain: string = 'u1';
  const userId: UserId = plain;
  const leadId: LeadId = 'l1';
  // @ts-expect-error A lead's id is no user's id.
  const swapped: UserId = leadId;
  // @ts-expect-error A user's id is no job's id.
  const jobId: JobId = userId;
  expect([swapped, jobId]).toEqual(['l1', 'u1']);
});
