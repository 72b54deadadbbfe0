import { serviceNames } from '@earshot/proto/values';
import { compose } from '../../e2e/src/compose.ts';
import { docker, inspect, serverIn } from './docker.ts';
import { cpuSeconds } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

const rounds = 3;
const limitMs = 2_000;
const emptyName = 'earshot-bench-empty';
const emptyServer = "require('http').createServer((_, answer) => answer.end()).listen(8080)";

interface Start {
  /** From the start of the container's process to the first 200 of /health/ready. */
  readonly ms: number;
  /** Processor time until then. */
  readonly cpuMs: number;
}

/**
 * Stops and starts each service's container of a running `docker compose` project (COMPOSE_PROJECT_NAME), one at a
 * time. An empty HTTP server in a container of the same image is the baseline.
 */
export async function benchServiceStart(print: (line: string) => void): Promise<void> {
  const containers = new Map<string, string>();
  for (const name of serviceNames) containers.set(name, (await compose('ps', '--quiet', name)).trim());
  const { Image: image } = await inspect(containers.get('gateway') ?? '');
  const empty = await emptyContainer(image);
  try {
    const base = await starts(empty);
    const rows = [row('an empty HTTP server', base, base)];
    for (const [name, container] of containers) rows.push(row(name, await starts(container), base));
    const columns = ['start of', 'ready ms', 'x empty', 'cpu ms', 'x empty', 'limit'];
    for (const line of table(columns, rows)) print(line);
  } finally {
    await docker(['rm', '--force', emptyName]);
  }
}

async function emptyContainer(image: string): Promise<string> {
  await docker(['rm', '--force', emptyName]).catch(() => undefined);
  const id = await docker(['run', '--detach', '--no-healthcheck', '--name', emptyName, image, '-e', emptyServer]);
  return id.trim();
}

/** The median of several starts. */
async function starts(container: string): Promise<Start> {
  const all: Start[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await start(container));
  const middle = (values: number[]) => percentile(values, 50);
  return { ms: middle(all.map(({ ms }) => ms)), cpuMs: middle(all.map(({ cpuMs }) => cpuMs)) };
}

async function start(container: string): Promise<Start> {
  await docker(['stop', container]);
  await docker(['start', container]);
  const { State, NetworkSettings } = await inspect(container);
  const [network] = Object.values(NetworkSettings.Networks);
  if (network === undefined) throw new Error(`${container} has no network`);
  const isReady = () =>
    fetch(`http://${network.IPAddress}:8080/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const startedMs = Date.parse(State.StartedAt);
  while (!(await isReady())) {
    if (Date.now() - startedMs > 120_000) throw new Error(`${container} was not ready within two minutes`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ms = Date.now() - startedMs;
  return { ms, cpuMs: (await cpuSeconds(await serverIn(State.Pid))) * 1_000 };
}

function row(name: string, { ms, cpuMs }: Start, empty: Start): string[] {
  const ratio = (value: number, base: number) => (base === 0 ? '' : (value / base).toFixed(1));
  return [name, ms.toFixed(0), ratio(ms, empty.ms), cpuMs.toFixed(0), ratio(cpuMs, empty.cpuMs), `${limitMs} ms`];
}
