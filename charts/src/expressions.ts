import {
  authContract,
  discoveryContract,
  leadContract,
  outreachContract,
  ownDataContract,
  scanContract,
} from '@earshot/proto/http';
import { type Expression, type Figures, type LabelOf, type Match, per } from './promql.ts';

/* Expressions shared by dashboards and alerts, so that both show the same numbers. */

/** Calls that inherently take long: they wait for a model or the community site, or read all data of an account. */
const longCalls = [
  authContract.exportUser,
  discoveryContract.discoverSubreddits,
  discoveryContract.suggestSubreddits,
  leadContract.exportLeads,
  outreachContract.generateMessage,
  outreachContract.sendDirectMessage,
  outreachContract.sendComment,
  ...Object.values(ownDataContract),
  scanContract.previewScan,
].map(({ path }) => path);

/** Probes are excluded, because no user waits for them. */
const probes = '/health/.+';

type HttpLabel = LabelOf<'httpRequestSeconds'>;
interface Of<L extends string> {
  readonly by?: readonly L[];
  readonly where?: { readonly [P in L]?: Match };
  readonly over?: string;
}

const calls: Match = { unlike: probes };
const quickCalls: Match = { unlike: [probes, ...longCalls].join('|') };

/** Calls per second, without probes. */
export function callRate(f: Figures, { by, where, over }: Of<HttpLabel> = {}): Expression {
  return f.rate('httpRequestSeconds', { ...options(by, over), where: { route: calls, ...where } });
}

/** Number of calls, without probes. */
export function callCount(f: Figures, { by, where, over }: Of<HttpLabel> = {}): Expression {
  return f.increase('httpRequestSeconds', { ...options(by, over), where: { route: calls, ...where } });
}

/** The share of calls answered with a server error (5xx). */
export function failingCalls(f: Figures, { by, where, over }: Of<HttpLabel> = {}): Expression {
  const failed = callRate(f, { ...options(by, over), where: { ...where, status: { like: '5..' } } });
  return f.share(failed, callRate(f, { ...options(by, over), where: { ...where } }));
}

/** The duration that 19 of 20 calls stay below, without inherently long calls. */
export function slowCalls(f: Figures, { by, where, over }: Of<HttpLabel> = {}, q = 0.95): Expression {
  return f.quantile(q, 'httpRequestSeconds', { ...options(by, over), where: { route: quickCalls, ...where } });
}

/** Calls of browsers: only these have a waiting user. */
export const fromBrowsers = { service: 'gateway' } as const;

type EventLabel = LabelOf<'eventsHandled'>;

/** The share of deliveries whose handler failed. Each event is tried up to ten times. */
export function failingEvents(f: Figures, { by, where, over }: Of<EventLabel> = {}): Expression {
  const failed = f.rate('eventsHandled', { ...options(by, over), where: { ...where, outcome: 'failed' } });
  return f.share(failed, f.rate('eventsHandled', { ...options(by, over), where: { ...where } }));
}

/** The share of requests to the community site that were refused or not answered. "Not found" counts as an answer. */
export function failingSource(f: Figures, { by, over }: Of<LabelOf<'sourceRequests'>> = {}): Expression {
  const where = { outcome: { like: 'refused|rate-limited|unavailable' } } as const;
  const all = { outcome: { not: 'given-up' } } as const;
  const given = options(by, over);
  return f.share(f.rate('sourceRequests', { ...given, where }), f.rate('sourceRequests', { ...given, where: all }));
}

/** The share of requests to the model without a usable answer. Abandoned requests are not counted. */
export function failingModel(f: Figures, over?: string): Expression {
  const where = { outcome: { unlike: 'ok|given-up' } } as const;
  const all = { outcome: { not: 'given-up' } } as const;
  const window = over === undefined ? {} : { over };
  return f.share(f.rate('modelSeconds', { ...window, where }), f.rate('modelSeconds', { ...window, where: all }));
}

/** The share of its memory limit that each process uses. */
export function memoryUsed(f: Figures): Expression {
  const by = ['service', 'pod'] as const;
  return per(f.max('processResidentMemoryBytes', { by }), f.max('memoryLimit', { by }));
}

function options<L extends string>(by: readonly L[] | undefined, over: string | undefined) {
  return { ...(by !== undefined && { by }), ...(over !== undefined && { over }) };
}
