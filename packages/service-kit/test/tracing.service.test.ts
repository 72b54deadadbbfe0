import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { until } from '@earshot/core/testing';
import { type SpanCollector, startSpanCollector } from '@earshot/testing';

const fixture = join(import.meta.dirname, 'fixtures', 'traced.ts');
const outside = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${outside}-b7ad6b7169203331-01`;
const secret = 'search-words-of-a-user';

let collector: SpanCollector;
const children: ChildProcess[] = [];

beforeEach(async () => {
  collector = await startSpanCollector();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await collector.stop();
});

async function traced(env: Record<string, string>) {
  const child = fork(fixture, [], {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  let printed = '';
  child.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
  const port = z
    .tuple([z.number()])
    .rest(z.unknown())
    .parse(await once(child, 'message'))[0];
  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => printed,
    /** Returns the milliseconds that the stop took. */
    stop: async () => {
      const stopped = once(child, 'message');
      child.send('stop');
      return z
        .tuple([z.number()])
        .rest(z.unknown())
        .parse(await stopped)[0];
    },
  };
}

const spansOf = (service: string) => collector.spans.filter((span) => span.service === `earshot-${service}`);

describe('a traced process', () => {
  it('passes its trace on by http and by fetch, and records routes instead of addresses', async () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    const callee = await traced({ SERVICE: 'scan', CALL: `${collector.url}/v1/nothing`, OTEL_EXPORTER_OTLP_ENDPOINT });
    const CALL = `${callee.url}/loaded?token=${secret}`;
    const caller = await traced({ SERVICE: 'lead', CALL, OTEL_EXPORTER_OTLP_ENDPOINT });
    await fetch(`${caller.url}/ask/${secret}?q=${secret}`, { headers: { traceparent, cookie: secret } });
    await fetch(`${caller.url}/fetch`, { headers: { 'user-agent': secret } });
    await until('the spans of four calls', () => spansOf('scan').length === 2 && spansOf('lead').length === 4);
    const served = spansOf('scan');
    for (const [route, name] of [
      ['/ask/:id', 'GET /ask/:id'],
      ['/fetch', 'GET /fetch'],
    ]) {
      const server = spansOf('lead').find(({ attributes }) => attributes['http.route'] === route);
      const client = spansOf('lead').find(({ parentSpanId }) => parentSpanId === server?.spanId);
      expect(server?.name).toBe(name);
      expect(served.map(({ parentSpanId }) => parentSpanId)).toContain(client?.spanId);
      expect(served.map(({ traceId }) => traceId)).toContain(server?.traceId);
    }
    expect(collector.spans.filter(({ traceId }) => traceId === outside)).not.toEqual([]);
    expect(collector.bodies.join('')).not.toContain(secret);
  });

  it('does not believe the trace of an outsider at the gateway', async () => {
    const CALL = `${collector.url}/v1/nothing`;
    const env = { SERVICE: 'gateway', CALL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const { url } = await traced(env);
    const answer = await fetch(`${url}/ask/1`, { headers: { traceparent, tracestate: 'theirs=1' } });
    const seen = z.record(z.string(), z.unknown()).parse(await answer.json());
    expect(Object.keys(seen)).not.toContain('traceparent');
    expect(Object.keys(seen)).not.toContain('tracestate');
    await until('the spans of the gateway', () => spansOf('gateway').length === 2);
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(outside);
  });

  it('honours the standard settings of sampler, name and headers', async () => {
    const CALL = `${collector.url}/v1/nothing`;
    const env = { CALL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const off = await traced({ ...env, SERVICE: 'scan', OTEL_TRACES_SAMPLER: 'always_off' });
    const named = { OTEL_SERVICE_NAME: 'mine', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc' };
    const on = await traced({ ...env, ...named });
    await fetch(`${off.url}/fetch`);
    await off.stop();
    await fetch(`${on.url}/fetch`);
    // Checked before the stop, which does not wait long for spans.
    await until('its spans', () => collector.spans.some(({ service }) => service === 'mine'));
    await on.stop();
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(['mine']));
    expect(collector.headers.at(-1)).toMatchObject({ 'x-key': 'abc' });
  });
});

describe('an unavailable collector', () => {
  it('costs one line in the log, no request, and at most two seconds at the stop', async () => {
    const away = await closedAddress();
    const { url, printed, stop } = await traced({ CALL: `${collector.url}/`, OTEL_EXPORTER_OTLP_ENDPOINT: away });
    await fetch(`${url}/fetch`);
    await until('a line in the log', () => printed().includes('traces cannot be delivered'));
    for (let times = 0; times < 20; times += 1) expect((await fetch(`${url}/fetch`)).status).toBe(200);
    expect(await stop()).toBeLessThan(2_500);
    expect(printed().split('\n').filter(Boolean)).toHaveLength(1);
  });

  it('that never answers does not hold the stop either', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const endpoint = `http://127.0.0.1:${port}`;
    const { url, stop } = await traced({ CALL: `${collector.url}/`, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    await fetch(`${url}/fetch`);
    expect(await stop()).toBeLessThan(2_500);
    silent.closeAllConnections();
    silent.close();
  });
});

it('loads nothing of the SDK without an endpoint', async () => {
  const modules = async (env: Record<string, string>) => {
    const { url } = await traced({ CALL: `${collector.url}/`, ...env });
    return z.array(z.string()).parse(await (await fetch(`${url}/loaded`)).json());
  };
  const sdk = /@opentelemetry\/(?!api\/)|in-the-middle/;
  expect((await modules({})).filter((url) => sdk.test(url))).toEqual([]);
  expect((await modules({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).some((url) => sdk.test(url))).toBe(true);
});

async function closedAddress(): Promise<string> {
  const other = await startSpanCollector();
  await other.stop();
  return other.url;
}
