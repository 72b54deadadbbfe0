import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import type { StatusLedger } from './status-ledger.ts';
import { canBecome, stepsBetween } from './status-moves.ts';

/** What the user wants of a lead that is shown with some status. */
export interface Wish {
  readonly lead: Pick<Lead, 'id' | 'status'>;
  readonly change: StatusChange;
}

interface Step {
  readonly id: string;
  readonly from: LeadStatus;
  readonly to: LeadStatus;
}

/** One deed of the user, of one lead or of many. */
interface Deed {
  readonly steps: readonly Step[];
}

export interface StatusChangesDeps {
  readonly ledger: StatusLedger;
  /** Asks the server for the changes of a lead one after the other; those of the same lead wait for each other. */
  readonly send: (id: string, changes: readonly StatusChange[]) => Promise<void>;
  /** Everything is answered: the lists are asked again. */
  readonly refresh: () => Promise<void>;
  readonly told: {
    /** `undo` is absent of what took something back. */
    readonly changed: (steps: readonly Step[], undo?: () => void) => void;
    readonly failed: (error: unknown) => void;
  };
}

/** Changes statuses at once, puts back what fails, and takes back what the user regrets. */
export interface StatusChanges {
  /** What cannot become of a lead is left out. Whether anything was done. */
  readonly change: (wishes: readonly Wish[]) => boolean;
  /** Takes the last deed back that still stands; false when there is none. */
  readonly undoLast: () => boolean;
}

const remembersDeeds = 50;

export function createStatusChanges({ ledger, send, refresh, told }: StatusChangesDeps): StatusChanges {
  let deeds: readonly Deed[] = [];
  /** What was said to whom, so that taking back 'Back to new' says it again. */
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
    // Taken back before it was answered: then only that is worth telling.
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
