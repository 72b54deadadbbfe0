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

/** One undoable user action: changes of single leads, or a change that was made elsewhere. */
type UserAction =
  { readonly steps: readonly Step[]; readonly onUndo?: (() => void) | undefined } | { readonly takeBack: () => void };

/** What a change of statuses is part of, such as a rating. */
export interface WholeChange {
  /** Reports the whole change in place of the statuses alone. */
  readonly report: (undo: () => void) => void;
  /** Takes the rest of it back. */
  readonly onUndo: () => void;
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
  readonly change: (requests: readonly RequestedChange[], whole?: WholeChange) => boolean;
  /** Adds a change that was made elsewhere to those that can be undone. Returns the function that undoes it, once. */
  readonly add: (takeBack: () => void) => () => void;
  /** A message to the author was sent: no earlier change of the lead can be undone any more. */
  readonly forget: (id: string) => void;
  /** Undoes the last action that is still in effect; false if there is none. */
  readonly undoLast: () => boolean;
}

const maxUndoableActions = 50;

const stepOf = ({ lead, change }: RequestedChange): Step => ({ id: lead.id, from: lead.status, to: change.status });

/** The actions that can be undone, latest last. */
function createActions() {
  let actions: readonly UserAction[] = [];
  return {
    add: (action: UserAction) => {
      actions = [...actions, action].slice(-maxUndoableActions);
    },
    has: (action: UserAction) => actions.includes(action),
    remove: (action: UserAction) => {
      actions = actions.filter((other) => other !== action);
    },
    replace: (action: UserAction, by: UserAction) => {
      actions = actions.map((other) => (other === action ? by : other));
    },
    last: () => actions.at(-1),
    /** Leaves out what an action did to a lead, and actions of which nothing is left. */
    forget: (id: string) => {
      actions = actions.flatMap((action) => {
        if ('takeBack' in action || action.steps.every((step) => step.id !== id)) return action;
        const steps = action.steps.filter((step) => step.id !== id);
        return steps.length === 0 ? [] : { ...action, steps };
      });
    },
  };
}

/** Sends steps, and returns those that the server took. */
function createSender({ ledger, send, refresh, notify }: StatusChangesDeps) {
  return async (steps: readonly Step[], changesOf: (step: Step) => readonly StatusChange[]) => {
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
}

export function createStatusChanges(deps: StatusChangesDeps): StatusChanges {
  const { ledger, notify } = deps;
  const actions = createActions();
  /** The details of each contact, so that undoing 'Back to new' sends them again. */
  const contacts = new Map<string, StatusChange>();
  const changeTo = (id: string, status: LeadStatus): StatusChange =>
    (status === 'contacted' ? contacts.get(id) : undefined) ?? { status };

  const sendAll = createSender(deps);

  const undo = (action: UserAction): void => {
    if (!actions.has(action)) return;
    actions.remove(action);
    if ('takeBack' in action) return action.takeBack();
    const shown = ({ id, to }: Step) => ledger.pending().get(id)?.wanted ?? to;
    action.onUndo?.();
    const back = action.steps.map((step) => ({ id: step.id, from: shown(step), to: step.from }));
    const changes = ({ id, from, to }: Step) => stepsBetween(from, to).map((status) => changeTo(id, status));
    void sendAll(back, changes).then((done) => done.length > 0 && notify.changed(done));
  };

  const run = async (requests: readonly RequestedChange[], whole?: WholeChange) => {
    const changes = new Map(requests.map(({ lead, change }) => [lead.id, change]));
    for (const [id, change] of changes) if (change.status === 'contacted') contacts.set(id, change);
    const action = { steps: requests.map(stepOf), onUndo: whole?.onUndo };
    actions.add(action);
    const done = await sendAll(action.steps, ({ id, to }) => [changes.get(id) ?? { status: to }]);
    // The action was undone before it was answered: only the undo is reported.
    if (!actions.has(action)) return;
    if (done.length === 0) return actions.remove(action);
    const confirmed = { ...action, steps: done };
    actions.replace(action, confirmed);
    if (whole) whole.report(() => undo(confirmed));
    else notify.changed(done, () => undo(confirmed));
  };

  return {
    change: (requests, whole) => {
      const possible = requests.filter(({ lead, change }) => canBecome(lead.status, change.status));
      if (possible.length > 0) void run(possible, whole);
      return possible.length > 0;
    },
    add: (takeBack) => {
      const action = { takeBack };
      actions.add(action);
      return () => undo(action);
    },
    forget: actions.forget,
    undoLast: () => {
      const last = actions.last();
      if (last) undo(last);
      return last !== undefined;
    },
  };
}
