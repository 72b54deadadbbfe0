import { openBrowser, openPage } from '../../e2e/src/browser.ts';
import type { Product } from '../../e2e/src/product.ts';
import { startProduct, webRoot } from '../../e2e/src/product.ts';
import { timestampFromDate } from '@earshot/proto/events';
import { user } from '@earshot/proto/http/auth';
import { existsSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';
import { manyLeads } from '../../services/lead/test/fixtures/many-leads.ts';
import { sleep } from './earshot-process.ts';
import { table } from './figures.ts';
import { domNodes, type Task, tasksDuring } from './renderer-trace.ts';

export interface LeadsLiveOptions {
  /** Leads of the account at the start. */
  readonly leads: number;
  readonly eventsASecond: number;
  readonly seconds: number;
  readonly print: (line: string) => void;
}

/** Users notice tasks longer than this. */
const longMs = 50;
const wheelEveryMs = 250;

interface Phase {
  readonly name: string;
  readonly tasks: readonly Task[];
  readonly nodes: number;
}

interface Desk {
  readonly browser: Browser;
  readonly page: Page;
  readonly session: CDPSession;
}

/**
 * Scrolls the leads page of a large account in Chromium, first without events and then while new leads arrive through
 * all services. Compares the tasks of the main thread and the DOM nodes of both phases in one run.
 */
export async function benchLeadsLive({ leads, eventsASecond, seconds, print }: LeadsLiveOptions): Promise<void> {
  if (!existsSync(webRoot)) throw new Error('The web app is not built: run node scripts/ensure-web.mjs');
  const product = await startProduct({ settings: { WEB_ROOT: webRoot } });
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    const userId = await memberWith(product, page, leads);
    await page.goto(`${product.url}/dashboard/leads`);
    await page.getByRole('article').nth(19).waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const desk = { browser, page, session };
    // Warm-up: the page's one-time work belongs to neither phase.
    await scroll(page, 5);
    const idle = await phase('idle', desk, () => scroll(page, seconds));
    const live = await phase(`${eventsASecond} events a second`, desk, async () => {
      await Promise.all([scroll(page, seconds), findMany(product, userId, { eventsASecond, seconds })]);
    });
    const waiting = await page.getByRole('button', { name: /new leads?$/ }).innerText();
    report([idle, live], print);
    print(`${leads} leads, ${seconds} s each; the page shows '${waiting}'`);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function memberWith(product: Product, page: Page, count: number): Promise<string> {
  const data = { email: 'many@example.test', password: 'a quiet harbour' };
  const made = await page.request.post(`${product.url}/api/auth/register`, { data });
  const { id } = user.parse(await made.json());
  const model = product.platformOf('lead').documents.model<LeadDocument>('Lead');
  await model.insertMany([...manyLeads(id, count, new Date())], { lean: true });
  return id;
}

async function phase(name: string, { browser, page, session }: Desk, work: () => Promise<void>): Promise<Phase> {
  const tasks = await tasksDuring(browser, page, work);
  return { name, tasks, nodes: await domNodes(session) };
}

/** Scrolls down and up with the mouse wheel. It never reaches the top, where the page shows new leads immediately. */
async function scroll(page: Page, seconds: number): Promise<void> {
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 600);
  for (let turn = 0; turn < (seconds * 1000) / wheelEveryMs; turn++) {
    await page.mouse.wheel(0, turn % 8 < 4 ? 300 : -300);
    await sleep(wheelEveryMs);
  }
}

/** Publishes found posts as workers do, at a steady rate. */
async function findMany(
  product: Product,
  userId: string,
  { eventsASecond, seconds }: Pick<LeadsLiveOptions, 'eventsASecond' | 'seconds'>,
): Promise<void> {
  const { bus, event } = product.platformOf('scan');
  const startedAt = performance.now();
  for (let n = 0; n < eventsASecond * seconds; n++) {
    await sleep(Math.max(0, startedAt + (n / eventsASecond) * 1000 - performance.now()));
    const value = {
      jobId: `live-${Math.floor(n / 90)}`,
      source: 'reddit',
      postId: `t3_live${n}`,
      subreddit: 'freelance',
      author: `live_${n}`,
      title: `Live post ${n}`,
      content: 'Which tool do you use for invoices?',
      url: `/sandbox/live/${n}/`,
      postCreatedAt: timestampFromDate(new Date()),
      score: 8,
      relevance: 'high',
      matchReason: 'Asks for a tool.',
      scorerVersion: 'bench',
      parts: [],
      maxLeadsPerScan: 100,
      maxLeadsPerDay: 1000,
    };
    await bus.publish([event({ userId, payload: { case: 'leadFound', value } }).record]);
  }
}

function report(phases: readonly [Phase, Phase], print: (line: string) => void): void {
  const columns = [
    'page',
    'tasks',
    'longest ms',
    'longest cpu ms',
    `over ${longMs} ms`,
    `over ${longMs} cpu ms`,
    'nodes',
  ];
  const rows = phases.map(({ name, tasks, nodes }) => [
    name,
    String(tasks.length),
    Math.max(0, ...tasks.map(({ wallMs }) => wallMs)).toFixed(1),
    Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs)).toFixed(1),
    String(tasks.filter(({ wallMs }) => wallMs > longMs).length),
    String(tasks.filter(({ cpuMs }) => cpuMs > longMs).length),
    String(nodes),
  ]);
  for (const line of table(columns, rows)) print(line);
  const [idle, live] = phases;
  print(`nodes: ${((live.nodes / idle.nodes - 1) * 100).toFixed(1)} % more than idle`);
}
