import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { type CollectedSpan, type SpanCollector, startSpanCollector } from '@earshot/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { user } from '@earshot/proto/http/auth';
import { leadList } from '@earshot/proto/http/lead';
import { type Metric, metricTable, servicesWith } from '@earshot/proto/metrics';
import type { ServiceName } from '@earshot/proto/values';
import { z } from 'zod';
import { patient } from '../../src/cluster/patient.ts';
import { signedUp } from '../../src/cluster/people.ts';
import { sharedServers } from '../../src/cluster/servers.ts';
import { type Cluster, startCluster } from '../../src/cluster/start-cluster.ts';
import { openLive } from '../../src/live.ts';
import { business, sandboxCommunities } from '../../src/set-up.ts';
import { newEmail } from '../../src/visitor.ts';

const outside = '0af7651916cd43dd8448eb211c80319c';
const password = 'a quiet harbour';
const email = newEmail('traced');
const patienceMs = 180_000;
const post = (body?: unknown) => ({ method: 'POST', body });

await describeWhen('traces of a cluster', { servers: ['kafka', 'mongo', 'redis'] }, () => {
  let collector: SpanCollector;
  let cluster: Cluster;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    collector = await startSpanCollector();
    ends.push(collector.stop);
    const servers = await sharedServers();
    ends.push(servers.stop);
    cluster = await startCluster({
      servers,
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      settingsOf: (service) => (service === 'discovery' ? { OTEL_EXPORTER_OTLP_ENDPOINT: '' } : {}),
    });
    ends.push(() => cluster.stop());
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  const allServedBy = (route: string, service: ServiceName): CollectedSpan[] =>
    collector.spans.filter((span) => isOf(service)(span) && span.attributes['http.route'] === route);

  it('one scan is one trace, without any text that users wrote', async () => {
    // A busy machine may occasionally answer 503.
    const visitor = await until('a member', () => signedUp(cluster.url, email), undefined, 100);
    const calls = patient(visitor, patienceMs);
    const { id } = await calls.get(user, '/api/auth/user');
    await calls.get(
      z.unknown(),
      '/api/configuration',
      post({ businessDescription: business, searchStrategy: 'broad' }),
    );
    for (const name of sandboxCommunities.slice(0, 2)) await calls.get(z.unknown(), '/api/subreddits', post({ name }));
    const live = await openLive(visitor, id);
    await until('the live channel', () => live.frames.some(({ type }) => type === 'authenticated'));
    await calls.get(z.unknown(), '/api/leads/scan/start', {
      ...post(),
      headers: { traceparent: `00-${outside}-b7ad6b7169203331-01`, tracestate: 'theirs=1' },
    });
    await until('the end of the scan', () => live.frames.some(({ type }) => type === 'scan_complete'));
    const start = await until('the gateway to export the call', () =>
      allServedBy('/api/leads/scan/start', 'gateway').find(({ traceId }) =>
        collector.spans.some((span) => isOf('scan-worker')(span) && span.traceId === traceId),
      ),
    );
    const trace = () => collector.spans.filter(({ traceId }) => traceId === start.traceId);
    const processed = (service: ServiceName, topic: string) =>
      trace().find((span) => isOf(service)(span) && span.name === `${topic} process`);
    const scan = await until('the scan service', () => trace().find(isOf('scan')));
    for (const [service, topic] of [
      ['scan-worker', 'scan.tasks'],
      ['lead', 'scan.events'],
      ['scan', 'lead.events'],
      ['realtime', 'lead.events'],
      ['realtime', 'scan.events'],
    ] as const) {
      await until(`${service} on ${topic}`, () => processed(service, topic));
    }
    expect(start.parentSpanId ?? '').toBe('');
    expect(ancestors(scan, trace())).toContain(start.spanId);
    await until('the whole trace', () =>
      trace().every((span) => span === start || ancestors(span, trace()).includes(start.spanId)),
    );
    expect(new Set(trace().map(({ scope }) => scope.replace('@opentelemetry/instrumentation-', '')))).toEqual(
      new Set(['earshot', 'http', 'undici', 'mongodb', 'ioredis']),
    );
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(outside);

    const { leads } = await calls.get(leadList, '/api/leads');
    expect(leads).not.toEqual([]);
    const written = leads.flatMap(({ title, content, author, url }) => [title, content.slice(0, 40), author, url]);
    const secrets = [email, password, id, business.slice(0, 30), visitor.cookieHeader.split('=')[1] ?? email, 'eyJ'];
    const exported = collector.bodies.join('\n');
    for (const text of [...written, ...secrets].filter(Boolean)) expect(exported).not.toContain(text);
    live.close();
  });

  it('log lines name the trace', async () => {
    const start = await until('a scan', () => allServedBy('/api/leads/scan/start', 'scan')[0]);
    expect(await cluster.process('scan').output()).toContain(`"trace_id":"${start.traceId}"`);
  });

  it('every line of every process is JSON, and those of calls and events name their cause, the trace and the span', async () => {
    for (const one of cluster.processes) {
      const output = await one.output();
      const lines = output.split('\n').filter((line) => line !== '');
      const parsed = lines.map((line) => logLine.safeParse(toJson(line)).data ?? line);
      expect([one.service, parsed.filter((line) => typeof line === 'string')]).toEqual([one.service, []]);
      const about = parsed.filter((line) => typeof line !== 'string' && ['request', 'event'].includes(line.msg));
      const needed = one.service === 'discovery' ? caused : caused.extend(spanned.shape);
      expect([one.service, about.filter((line) => !needed.safeParse(line).success)]).toEqual([one.service, []]);
      for (const secret of [password, email])
        expect([one.service, output.includes(secret)]).toEqual([one.service, false]);
    }
  });

  // This test is here because each service is a separate process, and a cluster takes long to start.
  it('each process shows the metrics that the table names for its service, and no others', async () => {
    const all: readonly Metric[] = Object.values(metricTable);
    for (const { service, metricsUrl } of cluster.processes) {
      const text = await (await fetch(metricsUrl)).text();
      const shown = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
      const wanted = all.filter((metric) => servicesWith(metric).includes(service)).map(({ name }) => name);
      expect([service, shown.sort()]).toEqual([service, wanted.sort()]);
    }
  });
});

const logLine = z.looseObject({
  level: z.number(),
  time: z.iso.datetime(),
  service: z.string(),
  msg: z.string(),
});
const caused = z.looseObject({ correlationId: z.string().min(1), causationId: z.string().min(1) });
const spanned = z.looseObject({
  trace_id: z.string().regex(/^[0-9a-f]{32}$/),
  span_id: z.string().regex(/^[0-9a-f]{16}$/),
});

function toJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isOf(service: ServiceName) {
  return (span: CollectedSpan) => span.service === `earshot-${service}`;
}

/** The ids of the ancestor spans that have arrived. */
function ancestors(span: CollectedSpan, all: readonly CollectedSpan[]): string[] {
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId);
  return parent === undefined ? [] : [parent.spanId, ...ancestors(parent, all)];
}
