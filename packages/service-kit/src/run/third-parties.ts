import { openOutbound, type Outbound, type Resolver } from '@earshot/outbound';
import { openSources, type Sources, sourcesInUse } from '@earshot/sources';
import type { ServiceDirectory } from '../directory/service-directory.ts';
import { type Clock, type KeyValue, type Logger, type Meters, publicAddress } from '@earshot/core';
import {
  changeableModel,
  fixedModel,
  llmMetrics,
  type ModelConnection,
  type ModelServer,
  type TokenLedger,
  tokenLedger,
} from '@earshot/llm';
import { fileMailer } from '../mail/file-mailer.ts';
import type { Mailer } from '../mail/mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import type { PlatformSettings } from '../service/settings.ts';

interface PartyOptions {
  readonly settings: PlatformSettings;
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly meters: Meters;
  readonly log: Logger;
}

/** Opens the way to sites, and the sources in use. The address of the sandbox, if one runs, comes from `directory`. */
export function sitesAt(
  directory: Pick<ServiceDirectory, 'urlOf'>,
  options: PartyOptions & { readonly hasSandbox: boolean; readonly resolve?: Resolver | undefined },
): { readonly outbound: Outbound; readonly sources: Sources } {
  const { settings, clock, kv, meters, log, resolve } = options;
  const sandboxUrl = () => directory.urlOf('sandbox');
  const outbound = openOutbound(settings.OUTBOUND_ALLOW, { contact: settings.OUTBOUND_CONTACT, resolve });
  const ownUrl = publicAddress(settings.EARSHOT_URL);
  const context = { clock, kv, meters, log, outbound, sandboxUrl, ownUrl };
  return { outbound, sources: openSources(sourcesInUse(settings, options), settings, context) };
}

/**
 * Returns the connection to the model, and the ledger of what users spend on it. The environment sets the server for
 * good; otherwise administrators connect one. `findLocal` looks for servers on this computer.
 */
export async function modelOf(
  { settings, clock, kv, meters, log }: PartyOptions,
  findLocal: ModelConnection['findLocal'] = null,
): Promise<{ model: ModelConnection; ledger: TokenLedger }> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: name } = settings;
  const ledger = tokenLedger({ kv, clock, perDay: settings.LLM_TOKENS_PER_USER_PER_DAY });
  const shared = { log, metrics: llmMetrics(meters) };
  // Loaded only when needed: about one in seven modules of a process would belong to the SDK.
  const sdk = () => import('@earshot/llm/openai');
  if (apiKey !== undefined) {
    const { openAiLlm } = await sdk();
    return {
      model: fixedModel(openAiLlm({ apiKey, ...shared, ...(baseUrl && { baseUrl }), ...(name && { model: name }) })),
      ledger,
    };
  }
  const open = async ({ address, key, model }: ModelServer) => {
    const { openAiLlm } = await sdk();
    const own = { apiKey: key ?? noKey, baseUrl: address, isGuarded: true, ...(model !== null && { model }) };
    return openAiLlm({ ...own, ...shared });
  };
  return { model: changeableModel({ open, findLocal }), ledger };
}

/** Sent to servers that ask for no key, because the SDK always sends one. */
const noKey = 'none';

/** The sender of mails if MAIL_FROM is not set. */
const fromByDefault = 'Earshot <earshot@localhost>';

/**
 * Sends through the SMTP server if one is configured. Otherwise writes files to `folder` and reports each in one line.
 * With neither, sending fails.
 */
export function mailerOf(
  settings: PlatformSettings,
  files: { folder: string; report: (line: string) => void } | null,
): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from = fromByDefault } = settings;
  if (url !== undefined) return smtpMailer({ url, from });
  if (files !== null) return fileMailer({ ...files, from });
  return {
    keepsMails: false,
    send: async () => {
      throw new Error('SMTP_URL is missing: this process cannot send mail');
    },
    forget: async () => undefined,
  };
}
