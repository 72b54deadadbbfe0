import { expect, it } from '@jest/globals';
import { fairSlots } from '../src/fair-slots.ts';

const { signal } = new AbortController();

/** Records in which order the tasks got a place. */
function tasksOf(places: number) {
  const slots = fairSlots(places);
  const entered: string[] = [];
  const start = (userId: string, name: string) => {
    const slot = slots.of(userId);
    const done = slot.enter(signal).then(() => void entered.push(name));
    return { slot, done };
  };
  return { slots, entered, start };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('gives a free place to the user who had the fewest turns', async () => {
  const { entered, start } = tasksOf(2);
  const ofA = ['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name));
  const ofB = ['b1', 'b2', 'b3'].map((name) => start('b', name));
  await settled();
  expect(entered).toEqual(['a1', 'a2']);
  for (const { slot } of [ofA[0], ofA[1], ofB[0], ofB[1]].flatMap((one) => one ?? [])) {
    slot.leave();
    await settled();
  }
  expect(entered).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'b3']);
});

it('lets users take turns who had many turns', async () => {
  const { entered, start } = tasksOf(1);
  const first = start('a', 'first');
  for (let count = 0; count < 20; count += 1) {
    first.slot.leave();
    await first.slot.enter(signal);
  }
  const waiting = Array.from({ length: 24 }, (_, n) => start('b', `b${n}`));
  const again = start('a', 'again');
  first.slot.leave();
  for (const { slot, done } of waiting.slice(0, 20)) {
    await done;
    slot.leave();
  }
  await again.done;
  expect(entered.slice(1, 21)).toEqual(entered.slice(1, 21).filter((name) => name.startsWith('b')));
  expect(entered[21]).toBe('again');
});

it('gives the next place to a user who comes late, however many tasks of another wait', async () => {
  const { entered, start } = tasksOf(1);
  const first = start('a', 'a1');
  const waiting = ['b', 'b', 'b', 'b'].map((user) => start(user, `${user} later`));
  await settled();
  first.slot.leave();
  await settled();
  const late = start('d', 'd1');
  await settled();
  expect(entered).toEqual(['a1', 'b later']);
  waiting[0]?.slot.leave();
  await late.done;
  expect(entered).toEqual(['a1', 'b later', 'd1']);
});

it('lets a task that has begun go on before the user begins another', async () => {
  const { slots, entered, start } = tasksOf(1);
  const first = start('a', 'begun');
  start('a', 'another');
  await settled();
  const other = slots.of('b');
  void other.enter(signal);
  first.slot.leave();
  void first.slot.enter(signal).then(() => entered.push('goes on'));
  await settled();
  other.leave();
  await settled();
  expect(entered).toEqual(['begun', 'goes on']);
});

it('keeps one place for all parts of a task until the last one leaves', async () => {
  const { entered, start } = tasksOf(1);
  const { slot } = start('a', 'reading');
  await slot.enter(signal);
  start('b', 'other');
  slot.leave();
  await settled();
  expect(entered).toEqual(['reading']);
  slot.leave();
  await settled();
  expect(entered).toEqual(['reading', 'other']);
});

it('gives back the place of a task that was aborted while it waited', async () => {
  const { slots, entered, start } = tasksOf(1);
  const first = start('a', 'first');
  const abort = new AbortController();
  const waiting = slots.of('b');
  const entering = waiting.enter(abort.signal);
  start('c', 'last');
  abort.abort(new Error('stopping'));
  await expect(entering).rejects.toThrow('stopping');
  waiting.leave();
  first.slot.leave();
  await settled();
  expect(entered).toEqual(['first', 'last']);
});
