import { afterEach, describe, expect, it } from '@jest/globals';
import { atRate, dueArrivals, recurringText } from '../src/domain/timeline.ts';
import { listingOf, NOON, openSite, type Site, temporaryFolder } from './site.ts';

const HOUR = 3600;
const noon = NOON / 1000;

describe('posts arrive over time', () => {
  const open: Site[] = [];
  const start = async (options: Parameters<typeof openSite>[0]): Promise<Site> => {
    const site = await openSite(options);
    open.push(site);
    return site;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((site) => site.close()));
  });

  const newest = async (site: Site, query = 'limit=100') => listingOf(await site.ask(`/r/all/new?${query}`));

  it('twelve an hour by default, newer than all before and never in the future', async () => {
    const site = await start({ arrivalsPerHour: null });
    const [before = ''] = (await newest(site)).names;
    site.pass(HOUR);
    const { items, names } = await newest(site);
    const arrived = items.slice(0, names.indexOf(before));
    expect(arrived).toHaveLength(12);
    for (const item of arrived) {
      expect(Number(item.created_utc)).toBeGreaterThan(noon);
      expect(Number(item.created_utc)).toBeLessThanOrEqual(noon + HOUR);
    }
  });

  it('none when switched off', async () => {
    const site = await start({ arrivalsPerHour: 0 });
    const before = (await newest(site)).names;
    site.pass(30 * HOUR);
    expect((await newest(site)).names).toEqual(before);
  });

  it('first new texts, then known ones as posts by other authors', async () => {
    const site = await start({ arrivalsPerHour: 60 });
    const titlesBefore = new Set<unknown>();
    for (let after: string | null = ''; after !== null;) {
      const page = await newest(site, `limit=100&after=${after}`);
      page.items.forEach((item) => titlesBefore.add(item.title));
      after = page.after;
    }
    site.pass(HOUR / 2);
    const first = await newest(site, 'limit=30');
    expect(first.items.filter((item) => titlesBefore.has(item.title))).toEqual([]);
    site.pass(10 * HOUR);
    const later = await newest(site);
    expect(new Set(later.names).size).toBe(100);
    expect(new Set(later.items.map((item) => item.title)).size).toBe(100);
    expect(later.items.filter((item) => titlesBefore.has(item.title)).length).toBeGreaterThan(50);
  });

  it('the same ones at the same times, whether the site ran or was stopped in between', async () => {
    const folder = temporaryFolder();
    const running = await start({ arrivalsPerHour: 12 });
    const stopped = await openSite({ arrivalsPerHour: 12, dataDir: folder.path });
    await stopped.close();
    for (let hour = 0; hour < 20; hour += 1) {
      running.pass(HOUR);
      await running.ask('/new?limit=1');
    }
    const again = await start({ arrivalsPerHour: 12, dataDir: folder.path });
    again.pass(20 * HOUR);
    const facts = (items: Record<string, unknown>[]) =>
      items.map((item) => [item.name, item.title, item.author, item.created_utc]);
    expect(facts((await newest(again)).items)).toEqual(facts((await newest(running)).items));
    folder.remove();
  });
});

describe('the plan of arrivals', () => {
  it('keeps order and numbers for any steps of the clock', () => {
    const fresh = { perHour: 7, anchorAt: 1000, anchorCount: 0, arrived: 0 };
    let plan = fresh;
    const stepped: number[] = [];
    for (let now = 1000; now <= 1000 + 10 * HOUR; now += 90) {
      const due = dueArrivals(plan, now);
      plan = due.plan;
      stepped.push(...due.arrivals.map((arrival) => arrival.createdAt));
    }
    const atOnce = dueArrivals(fresh, 1000 + 10 * HOUR);
    expect(stepped).toEqual(atOnce.arrivals.map((arrival) => arrival.createdAt));
    expect(stepped).toEqual([...stepped].sort((a, b) => a - b));
    expect(atOnce.plan.arrived).toBe(70);
  });

  it('continues from its last arrival at another rate, and from now after a pause', () => {
    const halfway = dueArrivals({ perHour: 6, anchorAt: 0, anchorCount: 0, arrived: 0 }, 1250).plan;
    expect(atRate(halfway, 60, 1250)).toEqual({ perHour: 60, anchorAt: 1200, anchorCount: 2, arrived: 2 });
    const still = { ...halfway, perHour: 0 };
    expect(atRate(still, 60, 9000)).toEqual({ perHour: 60, anchorAt: 9000, anchorCount: 2, arrived: 2 });
    expect(dueArrivals(still, 9000).arrivals).toEqual([]);
  });

  it('does not make up for years', () => {
    const due = dueArrivals({ perHour: 12, anchorAt: 0, anchorCount: 0, arrived: 0 }, 20 * 365 * 24 * HOUR);
    expect(due.arrivals).toHaveLength(5000);
    expect(due.arrivals.at(-1)?.number).toBe(due.plan.arrived - 1);
  });

  it('takes each text once a round', () => {
    for (const total of [1, 2, 3, 10, 316]) {
      const round = Array.from({ length: total }, (_, number) => recurringText(number, total));
      expect(new Set(round).size).toBe(total);
    }
  });
});
