import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { hashOf } from '../domain/hash.ts';
import { ERRORS_COMMUNITY } from '../domain/types.ts';
import { type Arrival, type ArrivalPlan, atRate, dueArrivals, recurringText } from '../domain/timeline.ts';
import { inTransaction, readMeta, writeMeta } from './database.ts';

/** The first id of arrivals in base 36. It is above every id of the samples, and ids increase with time. */
const FIRST_ARRIVAL_ID = Number.parseInt('1v00000', 36);

const textRow = z.object({ text_id: z.number(), community: z.string(), author: z.string() });
const idRow = z.object({ text_id: z.number() });

const storedPlan = z.object({
  perHour: z.number().default(0),
  anchorAt: z.number().default(0),
  anchorCount: z.number().default(0),
  arrived: z.number().default(0),
});

const planText = z.string().transform((text) => storedPlan.parse(JSON.parse(text)));

/** Stores the progress of arrivals. A new site starts with a plan anchored at its first load. */
export function writePlan(database: DatabaseSync, plan: ArrivalPlan): void {
  writeMeta(database, 'arrivals', JSON.stringify(plan));
}

export interface Arrivals {
  /** Adds the posts that are due by `now` (Unix seconds). */
  catchUp(now: number): void;
}

/**
 * Adds new posts over time: first the texts in reserve, then all texts in turn as new posts by other authors. Due times
 * depend only on the clock, so a stopped site gets as many posts as a running one.
 */
export function createArrivals(database: DatabaseSync, perHour: number): Arrivals {
  const text = database.prepare('SELECT text_id, community, author FROM texts WHERE text_id = ?');
  const insert = database.prepare(
    `INSERT OR IGNORE INTO posts (id, text_id, community, author, score, num_comments, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const reserve = database
    .prepare('SELECT text_id FROM texts WHERE reserve IS NOT NULL ORDER BY reserve')
    .all()
    .map((row) => idRow.parse(row).text_id);
  // The texts of ERRORS_COMMUNITY have the last ids and are never posted again.
  const count = database.prepare('SELECT count(*) AS n FROM texts WHERE community <> ?').get(ERRORS_COMMUNITY);
  const total = z.object({ n: z.number() }).parse(count).n;
  const rate = total === 0 ? 0 : perHour;
  let plan = planText.parse(readMeta(database, 'arrivals') ?? '{}');

  const add = (arrival: Arrival): void => {
    const fresh = reserve[arrival.number];
    const textId = fresh ?? 1 + recurringText(arrival.number - reserve.length, total);
    const row = textRow.parse(text.get(textId));
    const writer =
      fresh === undefined ? textRow.parse(text.get(1 + (hashOf(`writer:${arrival.number}`) % total))) : row;
    const id = (FIRST_ARRIVAL_ID + arrival.number).toString(36);
    const luck = hashOf(id);
    insert.run(id, textId, row.community, writer.author, 1 + (luck % 7), (luck >>> 5) % 5, arrival.createdAt);
  };

  return {
    catchUp(now) {
      const due = dueArrivals(atRate(plan, rate, now), now);
      if (due.plan.arrived === plan.arrived && plan.perHour === rate) return;
      inTransaction(database, () => {
        due.arrivals.forEach(add);
        writePlan(database, due.plan);
      });
      plan = due.plan;
    },
  };
}
