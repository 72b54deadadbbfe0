import type { Sources } from '@earshot/sources';
import { openSources } from '@earshot/sources';
import type { ServiceDirectory } from './directory/service-directory.ts';
import type { Clock } from '@earshot/core';
import type { KeyValue } from '@earshot/core';
import type { Llm } from '@earshot/llm';
import type { TokenLedger } from '@earshot/llm';
import { tokenLedger } from '@earshot/llm';
import type { Logger } from '@earshot/core';
import { fileMailer } from './mail/file-mailer.ts';
import type { Mailer } from './mail/mailer.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { llmMetrics } from '@earshot/llm';
import type { Meters } from '@earshot/core';
import type { PlatformSettings } from './settings.ts';

interface PartyOptions {
  readonly settings: PlatformSettings;
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly meters: Meters;
  readonly log: Logger;
}

/** The sources in use; the sandbox, where one stands in for a site, is found by `directory`. */
export function sourcesAt(directory: Pick<ServiceDirectory, 'urlOf'>, options: PartyOptions): Sources {
  const { settings, clock, kv, meters, log } = options;
  const sandboxUrl = () => directory.urlOf('sandbox');
  return openSources(settings, { clock, kv, meters, log, sandboxUrl, ownUrl: settings.EARSHOT_URL });
}

/** The configured model, or null: scores and drafts are keyless then; and what users spend on it. */
export async function modelOf({ settings, clock, kv, meters, log }: PartyOptions): Promise<{
  llm: Llm | null;
  ledger: TokenLedger;
}> {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = settings;
  const ledger = tokenLedger({ kv, clock, perDay: settings.LLM_TOKENS_PER_USER_PER_DAY });
  const metrics = llmMetrics(meters);
  if (apiKey === undefined) return { llm: null, ledger };
  // Every seventh module that a process would load is the SDK's.
  const { openAiLlm } = await import('@earshot/llm/openai');
  return { llm: openAiLlm({ apiKey, log, metrics, ...(baseUrl && { baseUrl }), ...(model && { model }) }), ledger };
}

/** Who mails come from where nobody says. */
const fromByDefault = 'Earshot <earshot@localhost>';

/** The SMTP server where one is set; else files in `folder`, each told of by one line; without either nothing is sent. */
export function mailerOf(
  settings: PlatformSettings,
  files: { folder: string; told: (line: string) => void } | null,
): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from = fromByDefault } = settings;
  if (url !== undefined) return smtpMailer({ url, from });
  if (files !== null) return fileMailer({ ...files, from });
  return {
    send: async () => {
      throw new Error('SMTP_URL is missing: this process cannot send mail');
    },
    forget: async () => undefined,
  };
}
