import { allServices } from '@earshot/all-in-one/services';
import { errorBody } from '@earshot/proto/http';
import type { ServiceName } from '@earshot/proto/values';
import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConnection } from 'node:net';

const some = allServices.filter(({ name }) => ['sandbox', 'lead', 'realtime', 'gateway'].includes(name));
const shared = 'https://earshot.example';
const addresses = {
  gateway: 'http://earshot-gateway:8080',
  lead: 'http://earshot-lead:8080',
  realtime: 'http://earshot-realtime:8080',
  sandbox: 'http://earshot-sandbox:8080',
};
const start = (settings: Record<string, string>) =>
  startTestServices(some, { settings: { PORT: '0', ...settings }, addresses });

let products: Readonly<Record<'local' | 'shared', TestServices>>;
beforeAll(async () => {
  products = { local: await start({}), shared: await start({ EARSHOT_URL: shared }) };
});
afterAll(() => Promise.all(Object.values(products).map((product) => product.stop())));

interface Server {
  readonly of: 'local' | 'shared';
  readonly service: ServiceName;
  /** The status of a request for nothing under an accepted host. */
  readonly accepts: 404 | 403;
}

/** Sends the lines of a request's head as they are. Resolves with the answer, as far as it came with its head. */
function ask({ of, service }: Pick<Server, 'of' | 'service'>, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(products[of].urlOf(service));
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let received = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no end after: ${received}`)));
    socket.on('data', (data: Buffer) => {
      received += data.toString();
      // An open channel does not end.
      if (received.startsWith('HTTP/1.1 101 ')) socket.destroy();
    });
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });
}

const statusOf = (answer: string) => Number(answer.split(' ')[1]);
const closing = 'Connection: close';
const handshake = [
  'Connection: Upgrade, close',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
/** Asks for a path that does not exist. The sandbox refuses such requests, because they have no token. */
const plain = (server: Pick<Server, 'of' | 'service'>, host: string, path = '/nothing') =>
  ask(server, [`GET ${path} HTTP/1.1`, `Host: ${host}`, closing]);

/** Host, and whether it is accepted. */
const common: readonly (readonly [string, boolean])[] = [
  ['localhost', true],
  ['LOCALHOST:8080', true],
  ['a.localhost:1', true],
  ['127.0.0.1:65535', true],
  ['127.9.9.9', true],
  ['[::1]:8080', true],
  ['rebound.evil.example', false],
  ['rebound.evil.example:8080', false],
  ['localhost.evil.example', false],
  ['localhost@evil.example', false],
  ['localhost.', false],
  ['192.168.0.9:8080', false],
  ['[::2]:8080', false],
  ['[::ffff:127.0.0.1]', false],
  ['', false],
];
const gatewayNames: readonly (readonly [string, boolean])[] = [...common, ['earshot-gateway:8080', false]];
const sharedNames: readonly (readonly [string, boolean])[] = [
  ...gatewayNames,
  ['earshot.example', true],
  ['Earshot.Example:443', true],
  ['earshot.example:8080', false],
  ['earshot.example.', false],
  ['www.earshot.example', false],
];
const internal = (service: ServiceName): readonly (readonly [string, boolean])[] => [
  ...common,
  [`earshot-${service}:8080`, true],
  [`Earshot-${service}`, true],
  [`earshot-${service}:9090`, false],
  ['earshot-auth:8080', false],
  ['earshot.example', false],
];

/** Each server, and the hosts that it accepts or refuses. */
const servers: readonly (readonly [string, Server, readonly (readonly [string, boolean])[]])[] = [
  ['a gateway without EARSHOT_URL', { of: 'local', service: 'gateway', accepts: 404 }, gatewayNames],
  ['a gateway with EARSHOT_URL', { of: 'shared', service: 'gateway', accepts: 404 }, sharedNames],
  ['an internal service', { of: 'shared', service: 'lead', accepts: 404 }, internal('lead')],
  ['the sandbox', { of: 'shared', service: 'sandbox', accepts: 403 }, internal('sandbox')],
];
/** The servers that take handshakes of the live channel. */
const channels: typeof servers = [
  ['a gateway without EARSHOT_URL', { of: 'local', service: 'gateway', accepts: 404 }, gatewayNames],
  ['a gateway with EARSHOT_URL', { of: 'shared', service: 'gateway', accepts: 404 }, sharedNames],
  ['an internal service', { of: 'shared', service: 'realtime', accepts: 404 }, internal('realtime')],
];

describe.each(servers)('%s', (_name, server, hosts) => {
  it.each(hosts)('with Host %j accepts: %s', async (host, isAccepted) => {
    expect(statusOf(await plain(server, host))).toBe(isAccepted ? server.accepts : 421);
  });

  it.each(hosts)('with %j in an absolute target accepts: %s', async (host, isAccepted) => {
    const answer = await plain(server, 'localhost', `http://${host}/nothing`);
    expect(statusOf(answer)).toBe(isAccepted ? server.accepts : 421);
  });

  it('accepts no absolute target that hides a refused Host', async () => {
    expect(statusOf(await plain(server, 'rebound.evil.example', 'http://localhost/nothing'))).toBe(421);
  });

  it('refuses HTTP/1.0 without a Host', async () => {
    expect(statusOf(await ask(server, ['GET /nothing HTTP/1.0']))).toBe(421);
  });

  it.each([
    ['localhost', 'localhost'],
    ['localhost', 'evil.example'],
    ['evil.example', 'localhost'],
  ])('refuses the two Hosts %s and %s before all else, also for its health', async (first, second) => {
    for (const path of ['/nothing', '/health/live']) {
      const answer = await ask(server, [`GET ${path} HTTP/1.1`, `Host: ${first}`, `Host: ${second}`, closing]);
      expect([path, statusOf(answer)]).toEqual([path, 400]);
      expect(answer).toContain('"code":"host.ambiguous"');
    }
  });

  it('answers for its health under any Host, and for nothing in its disguise', async () => {
    for (const path of ['/health/live', '/health/ready', '/health/live?verbose'])
      expect([path, statusOf(await plain(server, '10.1.2.3:8080', path))]).toEqual([path, 200]);
    const disguised = [
      '//x/health/live',
      '/health/../nothing',
      '/health/live/../../nothing',
      '/Health/live',
      '/health',
    ];
    for (const path of disguised)
      expect([path, statusOf(await plain(server, '10.1.2.3:8080', path))]).toEqual([path, 421]);
  });
});

describe.each(channels)('the handshake of the live channel with %s', (_name, server, hosts) => {
  const open = (...hostLines: string[]) => ask(server, ['GET /ws HTTP/1.1', ...hostLines, ...handshake]);

  it.each(hosts)('with Host %j is accepted: %s', async (host, isAccepted) => {
    expect(statusOf(await open(`Host: ${host}`))).toBe(isAccepted ? 101 : 421);
  });

  it('is refused with two Hosts, and before a path that does not exist', async () => {
    expect(statusOf(await open('Host: localhost', 'Host: localhost'))).toBe(400);
    const elsewhere = await ask(server, ['GET /nothing HTTP/1.1', 'Host: evil.example', ...handshake]);
    expect(statusOf(elsewhere)).toBe(421);
  });
});

describe('a refusal', () => {
  const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

  it.each(['gateway', 'lead', 'sandbox'] as const)('of %s names the configured address', async (service) => {
    const answer = await plain({ of: 'shared', service }, 'evil.example');
    const { code, message, requestId } = errorBody.parse(bodyOf(answer));
    expect([code, message]).toEqual(['host.unknown', expect.stringContaining(`${shared}, the address in EARSHOT_URL`)]);
    expect(answer.toLowerCase()).toContain(`x-request-id: ${requestId}`);
  });

  it('names the setting if no address is configured', async () => {
    const answer = await plain({ of: 'local', service: 'gateway' }, 'evil.example');
    expect(errorBody.parse(bodyOf(answer)).message).toContain('set EARSHOT_URL');
  });

  it('comes before the checks of origin, session and body', async () => {
    const head = ['POST /api/configuration HTTP/1.1', 'Host: evil.example', 'Origin: http://evil.example'];
    const answer = await ask({ of: 'local', service: 'gateway' }, [...head, 'Content-Length: 0', closing]);
    expect(statusOf(answer)).toBe(421);
  });
});

describe('the origin of a handshake', () => {
  it.each([
    ['http://localhost:8080', 'localhost:8080', 101],
    [shared, 'earshot.example', 101],
    ['http://localhost:3000', 'localhost:8080', 403],
    ['https://localhost:8080', 'localhost:8080', 403],
    ['http://earshot.example', 'earshot.example', 403],
    ['null', 'localhost:8080', 403],
  ])('%s with Host %s: %d', async (origin, host, status) => {
    const lines = ['GET /ws HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, ...handshake];
    expect(statusOf(await ask({ of: 'shared', service: 'gateway' }, lines))).toBe(status);
  });
});
