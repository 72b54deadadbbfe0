import { fractionOf } from './hash.ts';

export const WEEK_SECONDS = 604_800;

/**
 * When the `rank`-th oldest of `total` posts was written, so that all of them fill the week before `firstLoadAt` in order.
 * `wobble` in [0, 1) moves it inside its own slot only, so the order never changes.
 */
export function timeInWeek(rank: number, total: number, firstLoadAt: number, wobble = 0.5): number {
  return Math.floor(firstLoadAt - WEEK_SECONDS + ((rank + wobble) / total) * WEEK_SECONDS);
}

export interface ArrivalPlan {
  /** Posts an hour; 0 stops arrivals. */
  perHour: number;
  /** Where the last arrival's slot ended, Unix seconds. */
  lastAt: number;
  /** How many arrived so far. */
  arrived: number;
}

export interface Arrival {
  /** Counts from 0 over the life of the site. */
  number: number;
  createdAt: number;
}

/** Older arrivals of a long pause are not made up for: no listing reaches them. */
const MOST_AT_ONCE = 5000;

/** The arrivals due between the plan's last slot and `now`, and the plan after them. Depends on nothing but its arguments. */
export function dueArrivals(plan: ArrivalPlan, now: number): { arrivals: Arrival[]; plan: ArrivalPlan } {
  if (plan.perHour <= 0) return { arrivals: [], plan };
  const slot = 3600 / plan.perHour;
  const due = Math.max(0, Math.floor((now - plan.lastAt) / slot));
  const arrivals: Arrival[] = [];
  for (let i = Math.max(1, due - MOST_AT_ONCE + 1); i <= due; i += 1) {
    const number = plan.arrived + i - 1;
    const early = fractionOf(`arrival:${number}`) * 0.8 * slot;
    arrivals.push({ number, createdAt: Math.floor(plan.lastAt + i * slot - early) });
  }
  return { arrivals, plan: { ...plan, lastAt: plan.lastAt + due * slot, arrived: plan.arrived + due } };
}

/** Which of `total` texts the `number`-th arrival carries once the reserve is used up: all of them in turn, well mixed. */
export function recurringText(number: number, total: number): number {
  let stride = Math.max(1, Math.floor(total * 0.618));
  while (greatestCommonDivisor(stride, total) !== 1) stride += 1;
  return (number * stride) % total;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
