import type { StatusChange } from '@earshot/proto/http/lead';
import { type LeadRating, type LeadStatus, leadStatuses } from '@earshot/proto/values';
import { describe, expect, it, jest } from '@jest/globals';
import { createStatusChanges } from '../src/features/leads/status-changes.ts';
import { asRated, asWanted, createLedger, statusOf, totalShift } from '../src/features/leads/status-ledger.ts';
import { canBecome, stepsBetween } from '../src/features/leads/status-moves.ts';
import { aLead } from './a-lead.ts';

describe('the way from one status to another', () => {
  it.each(leadStatuses.flatMap((from) => leadStatuses.map((to) => [from, to] as const)))(
    'from %s to %s only takes steps that the server takes',
    (from, to) => {
      const steps = stepsBetween(from, to);
      let at: LeadStatus = from;
      for (const step of steps) {
        expect(canBecome(at, step)).toBe(true);
        at = step;
      }
      expect(at).toBe(to);
    },
  );

  it('goes through new, because only that withdraws the activity of a contact', () => {
    expect(stepsBetween('contacted', 'skipped')).toEqual(['new', 'skipped']);
    expect(stepsBetween('new', 'new')).toEqual([]);
  });
});

/** A server whose answers the test controls, one after another. */
function fakeServer() {
  const asked: { id: string; changes: readonly StatusChange[]; answer: (error?: Error) => Promise<void> }[] = [];
  const ledger = createLedger<LeadStatus>();
  const notify = { changed: jest.fn<(steps: readonly unknown[], undo?: () => void) => void>(), failed: jest.fn() };
  const refresh = jest.fn(async () => undefined);
  const changes = createStatusChanges({
    ledger,
    refresh,
    notify,
    send: (id, wanted) =>
      new Promise((resolve, reject) => {
        const answer = async (error?: Error) => {
          const last = wanted.at(-1);
          if (error) reject(error);
          else {
            if (last) ledger.taken(id, last.status);
            resolve();
          }
          await new Promise((done) => setTimeout(done));
        };
        asked.push({ id, changes: wanted, answer });
      }),
  });
  const shown = (id: string, listed: LeadStatus = 'new') =>
    asWanted(aLead(id, { status: listed }), ledger.pending()).status;
  const request = (id: string, from: LeadStatus, to: LeadStatus) =>
    changes.change([{ lead: { id, status: from }, change: { status: to } }]);
  return { asked, ledger, notify, refresh, changes, shown, request };
}

describe('a status that the user changes', () => {
  it('is shown before the server answers, even if lists contain the old one', async () => {
    const { asked, notify, shown, request } = fakeServer();
    request('a', 'new', 'skipped');
    expect(shown('a', 'new')).toBe('skipped');
    expect(notify.changed).not.toHaveBeenCalled();
    await asked[0]?.answer();
    expect(notify.changed).toHaveBeenCalledTimes(1);
  });

  it('is reverted when the server refuses, and the user is notified', async () => {
    const { asked, notify, shown, request, refresh } = fakeServer();
    request('a', 'new', 'skipped');
    await asked[0]?.answer(new Error('409'));
    expect(shown('a', 'new')).toBe('new');
    expect(notify.failed).toHaveBeenCalledTimes(1);
    expect(notify.changed).not.toHaveBeenCalled();
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('the second of two quick changes is kept, even if the first one fails', async () => {
    const { asked, shown, request } = fakeServer();
    request('a', 'new', 'skipped');
    request('a', 'skipped', 'contacted');
    expect(shown('a')).toBe('contacted');
    await asked[0]?.answer(new Error('no answer'));
    expect(shown('a')).toBe('contacted');
    await asked[1]?.answer(new Error('no answer'));
    expect(shown('a')).toBe('new');
  });

  it('returns to the confirmed status if only the second one fails', async () => {
    const { asked, shown, request } = fakeServer();
    request('a', 'new', 'skipped');
    request('a', 'skipped', 'contacted');
    await asked[0]?.answer();
    await asked[1]?.answer(new Error('409'));
    expect(shown('a', 'skipped')).toBe('skipped');
  });

  it('cannot be undone once a message to the author was sent; changes of other leads can', async () => {
    const { asked, changes, request } = fakeServer();
    request('b', 'new', 'skipped');
    await asked[0]?.answer();
    request('a', 'new', 'contacted');
    await asked[1]?.answer();
    changes.forget('a');
    expect(changes.undoLast()).toBe(true);
    expect(asked.slice(2)).toMatchObject([{ id: 'b', changes: [{ status: 'new' }] }]);
    expect(changes.undoLast()).toBe(false);
  });

  it('reports the change that it is a part of, whose Undo takes back all of it', async () => {
    const { asked, notify, changes } = fakeServer();
    const whole = { report: jest.fn<(undo: () => void) => void>(), onUndo: jest.fn() };
    changes.change([{ lead: { id: 'a', status: 'new' }, change: { status: 'skipped' } }], whole);
    await asked[0]?.answer();
    expect(whole.report).toHaveBeenCalledTimes(1);
    expect(notify.changed).not.toHaveBeenCalled();
    changes.undoLast();
    expect(whole.onUndo).toHaveBeenCalledTimes(1);
    expect(asked[1]).toMatchObject({ id: 'a', changes: [{ status: 'new' }] });
  });

  it('is skipped for the list of new leads as soon as the user gives a thumb down', () => {
    const ratings = createLedger<LeadRating | null>();
    const lead = aLead('a', { status: 'new', rating: null });
    expect(statusOf(lead, new Map(), ratings.pending())).toBe('new');
    ratings.request('a', null, 'down');
    expect(statusOf(lead, new Map(), ratings.pending())).toBe('skipped');
    expect(statusOf(aLead('a', { status: 'contacted' }), new Map(), ratings.pending())).toBe('contacted');
    // The server refuses it.
    ratings.settle('a');
    expect(statusOf(lead, new Map(), ratings.pending())).toBe('new');
  });

  it('is not requested if the server allows no such step', () => {
    const { asked, request } = fakeServer();
    expect(request('a', 'new', 'responded')).toBe(false);
    expect(asked).toEqual([]);
  });

  it('moves the number of leads that a filter by status lets through until the list is read again', async () => {
    const { asked, ledger, request } = fakeServer();
    request('a', 'new', 'skipped');
    expect([totalShift(ledger.pending(), 'new'), totalShift(ledger.pending(), 'skipped')]).toEqual([-1, 1]);
    expect(totalShift(ledger.pending(), 'all')).toBe(0);
    await asked[0]?.answer();
    expect(ledger.pending().size).toBe(0);
  });
});

describe('taking a change back', () => {
  it('restores the old status, in several steps if needed', async () => {
    const { asked, notify, shown, request, changes } = fakeServer();
    request('a', 'skipped', 'contacted');
    await asked[0]?.answer();
    changes.undoLast();
    expect(shown('a', 'contacted')).toBe('skipped');
    expect(asked[1]?.changes).toEqual([{ status: 'new' }, { status: 'skipped' }]);
    await asked[1]?.answer();
    expect(notify.changed).toHaveBeenCalledTimes(2);
    expect(notify.changed.mock.lastCall?.[1]).toBeUndefined();
  });

  it('works before the change is answered, and then only the undo is announced', async () => {
    const { asked, notify, shown, request, changes } = fakeServer();
    request('a', 'new', 'skipped');
    changes.undoLast();
    expect(shown('a')).toBe('new');
    await asked[0]?.answer();
    expect(notify.changed).not.toHaveBeenCalled();
    await asked[1]?.answer();
    expect(notify.changed).toHaveBeenCalledTimes(1);
  });

  it('sends the details of a contact again', async () => {
    const { asked, changes } = fakeServer();
    const contact = { status: 'contacted', messageType: 'dm', content: 'Hello' } as const;
    changes.change([{ lead: { id: 'a', status: 'new' }, change: contact }]);
    await asked[0]?.answer();
    changes.change([{ lead: { id: 'a', status: 'contacted' }, change: { status: 'new' } }]);
    await asked[1]?.answer();
    changes.undoLast();
    expect(asked[2]?.changes).toEqual([contact]);
  });

  it('takes many back at once, but not those that had failed', async () => {
    const { asked, notify, changes, shown } = fakeServer();
    changes.change(['a', 'b', 'c'].map((id) => ({ lead: { id, status: 'new' }, change: { status: 'skipped' } })));
    await asked[0]?.answer();
    await asked[1]?.answer(new Error('no answer'));
    await asked[2]?.answer();
    expect(notify.failed).toHaveBeenCalledTimes(1);
    notify.changed.mock.lastCall?.[1]?.();
    expect(asked.slice(3).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(['a', 'b', 'c'].map((id) => shown(id))).toEqual(['new', 'new', 'new']);
  });

  it('undoes the actions one by one, the last one first, and each of them once', async () => {
    const { asked, notify, request, changes } = fakeServer();
    request('a', 'new', 'skipped');
    request('b', 'new', 'contacted');
    await asked[0]?.answer();
    await asked[1]?.answer();
    const undoB = notify.changed.mock.lastCall?.[1];
    expect([changes.undoLast(), changes.undoLast(), changes.undoLast()]).toEqual([true, true, false]);
    undoB?.();
    expect(asked.slice(2).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('undoes changes that were made elsewhere in their turn, and each of them once', async () => {
    const { asked, request, changes } = fakeServer();
    const takeBack = jest.fn();
    const undo = changes.add(takeBack);
    request('a', 'new', 'skipped');
    await asked[0]?.answer();
    expect([changes.undoLast(), takeBack.mock.calls.length]).toEqual([true, 0]);
    expect([changes.undoLast(), takeBack.mock.calls.length]).toEqual([true, 1]);
    undo();
    expect([changes.undoLast(), takeBack.mock.calls.length]).toEqual([false, 1]);
  });
});

it('a rating overrides the lists until they contain it, and is reverted when it is refused', () => {
  const ledger = createLedger<LeadRating | null>();
  const shown = (listed: LeadRating | null) => asRated(aLead('a', { rating: listed }), ledger.pending()).rating;
  expect(shown('down')).toBe('down');
  ledger.request('a', null, 'up');
  expect(shown(null)).toBe('up');
  ledger.request('a', 'up', null);
  expect(shown('up')).toBeNull();
  ledger.taken('a', 'up');
  ledger.settle('a');
  ledger.settle('a');
  expect(shown(null)).toBe('up');
  ledger.forget(ledger.settled());
  expect(shown(null)).toBeNull();
});
