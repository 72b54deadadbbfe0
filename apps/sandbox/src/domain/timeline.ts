import { fractionOf } from './hash.ts';

const WEEK_SECONDS = 604_800;

/**
 * The creation time of the `rank`-th oldest of `total` posts, which are spread in order over the week before
 * `firstLoadAt`. `wobble` in [0, 1) moves the post only within its slot, so the order never changes.
 */
export function timeInWeek(rank: number, total: number, firstLoadAt: number, wobble = 0.5): number {
  return Math.floor(firstLoadAt - WEEK_SECONDS + ((rank + wobble) / total) * WEEK_SECONDS);
}

/**
 * The state of arrivals. Times are computed from an anchor instead of step by step, so they are exact for any polling
 * interval.
 */
export interface ArrivalPlan {
  /** Posts per hour; 0 stops arrivals. */
  perHour: number;
  /** The time from which `perHour` applies, in Unix seconds. */
  anchorAt: number;
  /** Number of posts that had arrived at the anchor. */
  anchorCount: number;
  /** Number of posts that have arrived so far. */
  arrived: number;
}

export interface Arrival {
  /** Counts from 0 over the life of the site. */
  number: number;
  createdAt: number;
}

/** After a long pause, older arrivals are skipped, because no listing would reach them. */
const MOST_AT_ONCE = 5000;

/** The same plan with another rate from its last arrival on. A stopped plan resumes at `now`. */
export function atRate(plan: ArrivalPlan, perHour: number, now: number): ArrivalPlan {
  if (plan.perHour === perHour) return plan;
  const lastAt = plan.anchorAt + ((plan.arrived - plan.anchorCount) * 3600) / plan.perHour;
  return { perHour, anchorAt: plan.perHour === 0 ? now : lastAt, anchorCount: plan.arrived, arrived: plan.arrived };
}

/** The arrivals due by `now`, and the updated plan. A pure function. */
export function dueArrivals(plan: ArrivalPlan, now: number): { arrivals: Arrival[]; plan: ArrivalPlan } {
  const total = plan.anchorCount + Math.floor(((now - plan.anchorAt) * plan.perHour) / 3600);
  const arrivals: Arrival[] = [];
  for (let number = Math.max(plan.arrived, total - MOST_AT_ONCE); number < total; number += 1) {
    // A moment in the last four fifths of the slot, so arrivals stay in order and never lie in the future.
    const slot = number + 1 - plan.anchorCount - fractionOf(`arrival:${number}`) * 0.8;
    arrivals.push({ number, createdAt: Math.floor(plan.anchorAt + (slot * 3600) / plan.perHour) });
  }
  return { arrivals, plan: { ...plan, arrived: Math.max(plan.arrived, total) } };
}

/**
 * Selects one of `total` texts for the `number`-th arrival once the reserve is empty. It uses all texts in turn, well
 * mixed.
 */
export function recurringText(number: number, total: number): number {
  let stride = Math.max(1, Math.floor(total * 0.618));
  while (greatestCommonDivisor(stride, total) !== 1) stride += 1;
  return (number * stride) % total;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
