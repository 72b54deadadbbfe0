import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import type { StatusLedger } from './status-ledger.ts';
import { canBecome, stepsBetween } from './status-moves.ts';

/** A requested change of a lead, with its displayed status. */
export interface RequestedChange {
  readonly lead: Pick<Lead, 'id' | 'status'>;
  readonly change: StatusChange;
}

interface Step {
  readonly id: string;
  readonly from: LeadStatus;
  readonly to: LeadStatus;
}

/** One undoable user action, for one or several leads. */
interface UserAction {
  readonly steps: readonly Step[];
}

export interface StatusChangesDeps {
  readonly ledger: StatusLedger;
  /** Sends the changes of a lead one after another; calls for the same lead are queued. */
  readonly send: (id: string, changes: readonly StatusChange[]) => Promise<void>;
  /** Refetches the lists once every change is answered. */
  readonly refresh: () => Promise<void>;
  readonly notify: {
    /** `undo` is absent if the change was an undo. */
    readonly changed: (steps: readonly Step[], undo?: () => void) => void;
    readonly failed: (error: unknown) => void;
  };
}

/** Changes statuses optimistically, rolls back failed changes, and undoes changes on request. */
export interface StatusChanges {
  /** Ignores changes that a lead's status does not allow. Returns whether any change was made. */
  readonly change: (requests: readonly RequestedChange[]) => boolean;
  /** Undoes the last action that is still in effect; false if there is none. */
  readonly undoLast: () => boolean;
}

const maxUndoableActions = 50;

const stepOf = ({ lead, change }: RequestedChange): Step => ({ id: lead.id, from: lead.status, to: change.status });

export function createStatusChanges({ ledger, send, refresh, notify }: StatusChangesDeps): StatusChanges {
  let actions: readonly UserAction[] = [];
  /** The details of each contact, so that undoing 'Back to new' sends them again. */
  const contacts = new Map<string, StatusChange>();
  const changeTo = (id: string, status: LeadStatus): StatusChange =>
    (status === 'contacted' ? contacts.get(id) : undefined) ?? { status };

  const sendAll = async (steps: readonly Step[], changesOf: (step: Step) => readonly StatusChange[]) => {
    for (const { id, from, to } of steps) ledger.request(id, from, to);
    const answers = await Promise.allSettled(
      steps.map((step) => send(step.id, changesOf(step)).finally(() => ledger.settle(step.id))),
    );
    const settled = ledger.settled();
    if (settled.length === ledger.pending().size) void refresh().then(() => ledger.forget(settled));
    const failure = answers.find((answer) => answer.status === 'rejected');
    if (failure) notify.failed(failure.reason);
    return steps.filter((_, index) => answers[index]?.status === 'fulfilled');
  };

  const undo = (action: UserAction) => {
    if (!actions.includes(action)) return;
    actions = actions.filter((other) => other !== action);
    const shown = ({ id, to }: Step) => ledger.pending().get(id)?.wanted ?? to;
    const back = action.steps.map((step) => ({ id: step.id, from: shown(step), to: step.from }));
    const changes = ({ id, from, to }: Step) => stepsBetween(from, to).map((status) => changeTo(id, status));
    void sendAll(back, changes).then((done) => done.length > 0 && notify.changed(done));
  };

  const run = async (requests: readonly RequestedChange[]) => {
    const changes = new Map(requests.map(({ lead, change }) => [lead.id, change]));
    for (const [id, change] of changes) if (change.status === 'contacted') contacts.set(id, change);
    const action = { steps: requests.map(stepOf) };
    actions = [...actions, action].slice(-maxUndoableActions);
    const done = await sendAll(action.steps, ({ id, to }) => [changes.get(id) ?? { status: to }]);
    // The action was undone before it was answered: only the undo is reported.
    if (!actions.includes(action)) return;
    const confirmed = { steps: done };
    actions = actions.flatMap((other) => (other !== action ? [other] : done.length > 0 ? [confirmed] : []));
    if (done.length > 0) notify.changed(done, () => undo(confirmed));
  };

  return {
    change: (requests) => {
      const possible = requests.filter(({ lead, change }) => canBecome(lead.status, change.status));
      if (possible.length > 0) void run(possible);
      return possible.length > 0;
    },
    undoLast: () => {
      const last = actions.at(-1);
      if (last) undo(last);
      return last !== undefined;
    },
  };
}
