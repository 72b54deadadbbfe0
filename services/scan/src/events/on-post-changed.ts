import type { EventOf } from '@earshot/event-bus';
import type { Clock } from '@earshot/core';
import type { PostRef } from '@earshot/proto/refs';
import type { VerdictStore } from '../domain/ports.ts';
import type { RejudgeStore } from '../domain/rejudge.ts';

interface Deps {
  readonly verdicts: Pick<VerdictStore, 'leadsOf'>;
  readonly rejudgements: Pick<RejudgeStore, 'follow'>;
  /** Called after a request. */
  readonly requested: () => void;
  readonly clock: Clock;
}

/** Judges the leads of all users again whose post was edited at its site. */
export function onPostEdited({ verdicts, rejudgements, requested, clock }: Deps) {
  return async ({ payload: { value } }: EventOf<'postEdited'>): Promise<void> => {
    const post: PostRef = { source: value.source, id: value.postId };
    const users = await verdicts.leadsOf(post);
    for (const userId of users) await rejudgements.follow(userId, clock.now(), [post]);
    if (users.length > 0) requested();
  };
}
