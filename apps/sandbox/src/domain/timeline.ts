import { fractionOf } from './hash.ts';

const WEEK_SECONDS = 604_800;

/**
 * When the `rank`-th oldest of `total` posts was written, so that all of them fill the week before `firstLoadAt` in order.
 * `wobble` in [0, 1) moves it inside its own slot only, so the order never changes.
 */
export function timeInWeek(rank: number, total: number, firstLoadAt: number, wobble = 0.5): number {
  return Math.floor(firstLoadAt - WEEK_SECONDS + ((rank + wobble) / total) * WEEK_SECONDS);
}

/** The state of arrivals. Counting from an anchor, not from step to step, keeps times exact however often the clock is asked. */
export interface ArrivalPlan {
  /** Posts an hour; 0 stops arrivals. */
  perHour: number;
  /** From when `perHour` counts, Unix seconds. */
  anchorAt: number;
  /** How many had arrived by then. */
  anchorCount: number;
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

/** The same plan at another rate, from its last arrival on; a plan that stood still goes on from `now`. */
export function atRate(plan: ArrivalPlan, perHour: number, now: number): ArrivalPlan {
  if (plan.perHour === perHour) return plan;
  const lastAt = plan.anchorAt + ((plan.arrived - plan.anchorCount) * 3600) / plan.perHour;
  return { perHour, anchorAt: plan.perHour === 0 ? now : lastAt, anchorCount: plan.arrived, arrived: plan.arrived };
}

/** The arrivals due by `now`, and the plan after them. Depends on nothing but its arguments. */
export function dueArrivals(plan: ArrivalPlan, now: number): { arrivals: Arrival[]; plan: ArrivalPlan } {
  const total = plan.anchorCount + Math.floor(((now - plan.anchorAt) * plan.perHour) / 3600);
  const arrivals: Arrival[] = [];
  for (let number = Math.max(plan.arrived, total - MOST_AT_ONCE); number < total; number += 1) {
    // Somewhere in the last four fifths before its slot ends: in order, and never in the future.
    const slot = number + 1 - plan.anchorCount - fractionOf(`arrival:${number}`) * 0.8;
    arrivals.push({ number, createdAt: Math.floor(plan.anchorAt + (slot * 3600) / plan.perHour) });
  }
  return { arrivals, plan: { ...plan, arrived: Math.max(plan.arrived, total) } };
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
