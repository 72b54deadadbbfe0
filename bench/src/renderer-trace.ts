import type { Browser, CDPSession, Page } from 'playwright-core';
import { z } from 'zod';

/** One task of a page's main thread, in milliseconds. */
export interface Task {
  readonly wallMs: number;
  /** Processor time, which is about the wall time on an idle machine. */
  readonly cpuMs: number;
}

const categories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'];

const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds. */
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.object({ name: z.string().optional() }).optional(),
});
const trace = z.object({ traceEvents: z.array(z.unknown()) });
type TraceEvent = z.infer<typeof traceEvent>;

/** Runs `work` and returns every task of the page's main thread meanwhile. */
export async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const events = traceEvents.flatMap((event) => traceEvent.safeParse(event).data ?? []);
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  // The browser keeps spare renderers. The page's renderer is the busiest one.
  const threads = mains.map(({ pid, tid }) => events.filter((event) => isTaskOf(event, pid, tid)));
  const busiest = threads.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return busiest.map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }));
}

function isTaskOf({ name, ph, ...event }: TraceEvent, pid: number, tid: number): boolean {
  return name === 'RunTask' && ph === 'X' && event.pid === pid && event.tid === tid;
}

const metrics = z.array(z.object({ name: z.string(), value: z.number() }));

/** Counts the page's DOM nodes after garbage collection. */
export async function domNodes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const answer = await session.send('Performance.getMetrics');
  return metrics.parse(answer.metrics).find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
}
