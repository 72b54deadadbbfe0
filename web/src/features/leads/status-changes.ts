import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import type { StatusLedger } from './status-ledger.ts';
import { canBecome, stepsBetween } from './status-moves.ts';

/** A requested change of a lead, with its displayed status. */
export interface Wish {
  readonly lead: Pick<Lead, 'id' | 'status'>;
  readonly change: StatusChange;
}

interface Step {
  readonly id: string;
  readonly from: LeadStatus;
  readonly to: LeadStatus;
}

/** One undoable user action, for one or several leads. */
interface Deed {
  readonly steps: readonly Step[];
}

export interface StatusChangesDeps {
  readonly ledger: StatusLedger;
  /** Sends the changes of a lead one after another; calls for the same lead are queued. */
  readonly send: (id: string, changes: readonly StatusChange[]) => Promise<void>;
  /** Refetches the lists once every change is answered. */
  readonly refresh: () => Promise<void>;
  readonly told: {
    /** `undo` is absent if the change was an undo. */
    readonly changed: (steps: readonly Step[], undo?: () => void) => void;
    readonly failed: (error: unknown) => void;
  };
}

/** Changes statuses optimistically, rolls back failed changes, and undoes changes on request. */
export interface StatusChanges {
  /** Ignores changes that a lead's status does not allow. Returns whether any change was made. */
  readonly change: (wishes: readonly Wish[]) => boolean;
  /** Undoes the last action that is still in effect; false if there is none. */
  readonly undoLast: () => boolean;
}

const remembersDeeds = 50;

export function createStatusChanges({ ledger, send, refresh, told }: StatusChangesDeps): StatusChanges {
  let deeds: readonly Deed[] = [];
  /** The details of each contact, so that undoing 'Back to new' sends them again. */
  const contacts = new Map<string, StatusChange>();
  const changeTo = (id: string, status: LeadStatus): StatusChange =>
    (status === 'contacted' ? contacts.get(id) : undefined) ?? { status };

  const sendAll = async (steps: readonly Step[], changesOf: (step: Step) => readonly StatusChange[]) => {
    for (const { id, from, to } of steps) ledger.wish(id, from, to);
    const answers = await Promise.allSettled(
      steps.map((step) => send(step.id, changesOf(step)).finally(() => ledger.settle(step.id))),
    );
    const settled = ledger.settled();
    if (settled.length === ledger.pending().size) void refresh().then(() => ledger.forget(settled));
    const failure = answers.find((answer) => answer.status === 'rejected');
    if (failure) told.failed(failure.reason);
    return steps.filter((_, index) => answers[index]?.status === 'fulfilled');
  };

  const undo = (deed: Deed) => {
    if (!deeds.includes(deed)) return;
    deeds = deeds.filter((other) => other !== deed);
    const back = deed.steps.map(({ id, from, to }) => ({ id, from: ledger.pending().get(id)?.wanted ?? to, to: from }));
    const changes = ({ id, from, to }: Step) => stepsBetween(from, to).map((status) => changeTo(id, status));
    void sendAll(back, changes).then((done) => done.length > 0 && told.changed(done));
  };

  const run = async (wishes: readonly Wish[]) => {
    const changes = new Map(wishes.map(({ lead, change }) => [lead.id, change]));
    for (const [id, change] of changes) if (change.status === 'contacted') contacts.set(id, change);
    const deed = { steps: wishes.map(({ lead, change }) => ({ id: lead.id, from: lead.status, to: change.status })) };
    deeds = [...deeds, deed].slice(-remembersDeeds);
    const done = await sendAll(deed.steps, ({ id, to }) => [changes.get(id) ?? { status: to }]);
    // The action was undone before it was answered: only the undo is reported.
    if (!deeds.includes(deed)) return;
    const stands = { steps: done };
    deeds = deeds.flatMap((other) => (other !== deed ? [other] : done.length > 0 ? [stands] : []));
    if (done.length > 0) told.changed(done, () => undo(stands));
  };

  return {
    change: (wishes) => {
      const possible = wishes.filter(({ lead, change }) => canBecome(lead.status, change.status));
      if (possible.length > 0) void run(possible);
      return possible.length > 0;
    },
    undoLast: () => {
      const last = deeds.at(-1);
      if (last) undo(last);
      return last !== undefined;
    },
  };
}
