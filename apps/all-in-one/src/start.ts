import type { Settings } from '@earshot/core';
import type { PlatformSettings, Running } from '@earshot/service-kit';
import { createLogger, parseSettings, systemClock, withoutEmpty } from '@earshot/core';
import { allServicesSettings, processMetrics, runServices } from '@earshot/service-kit';
import { embeddedHost, makeSealingKeys } from '@earshot/service-kit/embedded';
import { sandboxSources, sourceView } from '@earshot/sources';
import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { allInOneConfig } from './config.ts';
import { allServices } from './services.ts';

export interface AllInOne extends Running {
  /** Where browsers reach it. */
  readonly url: string;
}

/**
 * Starts the whole product in this process. `say` gets one line for each thing a person wants to know.
 * Throws an Error with one clear message when it cannot start; nothing is left running then.
 */
export async function startAllInOne(
  settings: Settings,
  project: string,
  say: (line: string) => void,
): Promise<AllInOne> {
  const given = withoutEmpty(settings);
  const own = parseSettings('Earshot', allInOneConfig, given);
  const platform = parseSettings('Earshot', allServicesSettings, given);
  const folder = resolve(project, own.EARSHOT_DATA ?? '.earshot');
  try {
    return await startOver(folder, { given, own, platform, project, say });
  } catch (cause) {
    if (!existsSync(folder) || !isFull(folder)) throw cause;
    throw new Error(`The disk of ${folder} is full: make space and start again; all that was saved is kept`, { cause });
  }
}

/** Under a megabyte nothing can be started; what the parts then say speaks of damage or of locks. */
function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 1_000_000;
}

interface Start {
  readonly given: Record<string, string>;
  readonly own: z.output<typeof allInOneConfig>;
  readonly platform: PlatformSettings;
  readonly project: string;
  readonly say: (line: string) => void;
}

async function startOver(folder: string, { given, own, platform, project, say }: Start): Promise<AllInOne> {
  const measuring = processMetrics(allServices.map(({ name }) => name));
  const { meters } = measuring;
  const log = (name: string) => createLogger({ name, level: own.LOG_LEVEL });
  const host = await embeddedHost({ folder, settings: platform, clock: systemClock, meters, log, say });
  const urls = new Map<string, string>();
  const announce: typeof host.announce = (service, url) => {
    urls.set(service, url);
    host.announce(service, url);
  };
  const sealingKeys = join(folder, 'sealing-keys.json');
  await makeSealingKeys(sealingKeys);
  const webRoot = join(project, 'web', 'dist');
  const running = await runServices(
    allServices,
    { ...host, announce },
    {
      // The only worker there is.
      SCAN_TASKS_AT_ONCE: '4',
      SEALING_KEYS_FILE: sealingKeys,
      ...given,
      SANDBOX_DATA: folder,
      SANDBOX_PUBLIC: String(sandboxSources(platform).length > 0),
      ...(existsSync(join(webRoot, 'index.html')) && { WEB_ROOT: webRoot }),
    },
  );
  const port = own.METRICS_PORT;
  const serving = port === undefined ? undefined : measuring.serve({ port, host: '127.0.0.1' });
  const metrics = await serving?.catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  for (const line of describe(platform, folder, urls)) say(line);
  return {
    url: urls.get('gateway') ?? '',
    stop: async () => {
      await metrics?.stop();
      await running.stop();
    },
  };
}

/** Which adapter serves which port, and where the data lies: one line each. */
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
  const standIns = sandboxSources(settings).map(({ id }) => id);
  return settings.SOURCES.map((id) => {
    const { sourceLabel } = sourceView(id);
    return standIns.includes(id) ? `${sourceLabel} by the sandbox at ${sandbox}` : sourceLabel;
  }).join(', ');
}

/** The mail server without its password. */
function mailAdapter({ SMTP_URL }: PlatformSettings, folder: string): string {
  return SMTP_URL === undefined ? `.eml files in ${join(folder, 'mail')}` : `SMTP at ${new URL(SMTP_URL).host}`;
}
