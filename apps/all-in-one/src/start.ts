import {
  createLogger,
  loopbackOrigin,
  type Meters,
  type Settings,
  settingsProblems,
  systemClock,
  withoutEmpty,
} from '@earshot/core';
import {
  allServicesSettings,
  type PlatformSettings,
  processMetrics,
  type Running,
  runServices,
} from '@earshot/service-kit';
import { askRunning, embeddedHost, makeSealingKeys } from '@earshot/service-kit/embedded';
import { sourcesInUse, sourceView } from '@earshot/sources';
import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { mustHaveKeys, missingFiles } from './check-folder.ts';
import { allInOneConfig } from './config.ts';
import { allServices } from './services.ts';

/** A file in the data folder. */
const sealingKeys = 'sealing-keys.json';

export interface AllInOne extends Running {
  /** The address for browsers. */
  readonly url: string;
}

/**
 * Starts the whole product in this process. `say` receives the lines that people should read. Throws an Error with one
 * clear message when it cannot start; nothing is left running then.
 */
export async function startAllInOne(
  settings: Settings,
  project: string,
  say: (line: string) => void,
): Promise<AllInOne> {
  const values = withoutEmpty(settings);
  const folder = resolve(project, values['EARSHOT_DATA'] ?? '.earshot');
  const forServices = settingsOfServices(values, folder, project);
  checkSettings(forServices);
  const own = allInOneConfig.parse(values);
  const platform = allServicesSettings.parse(values);
  try {
    return await startOver(folder, { forServices, own, platform, say });
  } catch (cause) {
    if (!existsSync(folder) || !isFull(folder)) throw cause;
    throw new Error(`The disk of ${folder} is full: make space and start again; all that was saved is kept`, { cause });
  }
}

/**
 * Returns the settings of the services: those of the operator, and those that follow from running all services in this
 * process.
 */
function settingsOfServices(given: Record<string, string>, folder: string, project: string): Record<string, string> {
  const webRoot = join(project, 'web', 'dist');
  return {
    // There is only one worker.
    SCAN_TASKS_AT_ONCE: '4',
    SEALING_KEYS_FILE: join(folder, sealingKeys),
    ...given,
    SANDBOX_DATA: folder,
    ...(existsSync(join(webRoot, 'index.html')) && { WEB_ROOT: webRoot }),
  };
}

/** Throws an Error that names every wrong setting at once, of any service. */
function checkSettings(settings: Record<string, string>): void {
  const schemas = [allInOneConfig, allServicesSettings, ...allServices.map(({ config }) => config)];
  const problems = new Set(schemas.flatMap((schema) => settingsProblems(schema, settings)));
  if (problems.size > 0) throw new Error(`Earshot cannot start with these settings: ${[...problems].join('; ')}`);
}

/**
 * Whether less than a megabyte is free. Nothing can start then, and the errors of the parts wrongly report damage or
 * locks.
 */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 1_000_000;
}

interface Start {
  readonly forServices: Record<string, string>;
  readonly own: z.output<typeof allInOneConfig>;
  readonly platform: PlatformSettings;
  readonly say: (line: string) => void;
}

async function startOver(folder: string, start: Start): Promise<AllInOne> {
  const measuring = processMetrics(allServices.map(({ name }) => name));
  const port = start.own.METRICS_PORT;
  const metrics = port === undefined ? undefined : await measuring.serve({ port, host: '127.0.0.1' });
  try {
    const running = await startServices(folder, measuring.meters, start);
    return {
      url: running.url,
      stop: async () => {
        await metrics?.stop();
        await running.stop();
      },
    };
  } catch (error) {
    await metrics?.stop();
    throw error;
  }
}

async function startServices(
  folder: string,
  meters: Meters,
  { forServices, own, platform, say }: Start,
): Promise<AllInOne> {
  const log = (name: string) => createLogger({ name, level: own.LOG_LEVEL });
  for (const line of missingFiles(folder)) say(line);
  const host = await embeddedHost({ folder, settings: platform, clock: systemClock, meters, log, say });
  const urls = new Map<string, string>();
  const announce: typeof host.announce = (service, url) => {
    urls.set(service, url);
    host.announce(service, url);
  };
  await ownKeys(join(folder, sealingKeys)).catch(async (cause: unknown) => {
    await host.stop();
    throw cause;
  });
  const running = await runServices(allServices, { ...host, announce }, forServices);
  for (const line of describe(platform, folder, urls)) say(line);
  if (forServices['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined) {
    say('traces     none: OTEL_EXPORTER_OTLP_ENDPOINT is for clusters and does nothing here');
  }
  const url = browserUrl(urls.get('gateway') ?? '', platform);
  for (const line of await firstAdminLines(folder, url)) say(line);
  return { url, stop: () => running.stop() };
}

/** Makes the sealing keys of a folder that needs none yet. Throws if it has lost them. */
async function ownKeys(file: string): Promise<void> {
  await mustHaveKeys(file);
  await makeSealingKeys(file);
}

/** The link for the first administrator, if there is none. Browsers do not send the part after `#` to servers. */
async function firstAdminLines(folder: string, url: string): Promise<string[]> {
  const tokens = await askRunning(folder, { service: 'auth', operation: 'first-admin-link', args: [] });
  return (tokens ?? []).map(
    (token) =>
      `admin      none yet: to become administrator, sign in and open ${new URL(`/first-admin#${token}`, url).href}`,
  );
}

/** A gateway that listens beyond loopback has an EARSHOT_URL. */
function browserUrl(listening: string, { EARSHOT_URL }: PlatformSettings): string {
  return loopbackOrigin(new URL(listening).host) === undefined ? (EARSHOT_URL ?? listening) : listening;
}

/** Describes which adapter serves each port, and where the data is stored: one line each. */
function describe(settings: PlatformSettings, folder: string, urls: ReadonlyMap<string, string>): string[] {
  const model = settings.OPENAI_BASE_URL ?? 'api.openai.com';
  const rows = {
    events: 'in this process, kept in bus.sqlite',
    documents: 'embedded server speaking the MongoDB protocol, kept in documents.sqlite',
    'key-value': 'in this process',
    services: `${urls.size} in this process, over HTTP on loopback`,
    model: settings.OPENAI_API_KEY === undefined ? 'none: scores and drafts are keyless' : model,
    sources: sourcesText(settings, urls.get('sandbox')),
    mail: mailAdapter(settings, folder),
    data: folder,
  };
  return Object.entries(rows).map(([port, adapter]) => `${port.padEnd(10)} ${adapter}`);
}

function sourcesText(settings: PlatformSettings, sandbox: string | undefined): string {
  return sourcesInUse(settings, { hasSandbox: true })
    .map((id) => (id === 'sample' ? `sample data from the sandbox at ${sandbox}` : sourceView(id).sourceLabel))
    .join(', ');
}

/** Describes the mail server without its password. */
function mailAdapter({ SMTP_URL }: PlatformSettings, folder: string): string {
  return SMTP_URL === undefined ? `.eml files in ${join(folder, 'mail')}` : `SMTP at ${new URL(SMTP_URL).host}`;
}
