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
import type { SourceMetrics } from '@earshot/sources';
import { sourceMetrics } from '@earshot/sources';
import type { PlatformSettings } from './settings.ts';
import type { AccountSite } from '@earshot/sources';
import type { CommunitySource } from '@earshot/sources';
import { budgetLeft } from '@earshot/sources';
import { redditAccounts } from '@earshot/sources';
import { redditSource } from '@earshot/sources';

interface SourceOptions {
  readonly settings: PlatformSettings;
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly meters: Meters;
  readonly log: Logger;
  readonly sandboxUrl: () => string;
}

/** What the clients of the site share: Reddit when a client is set, else the sandbox, which speaks the same API. */
function siteOptions({ settings, clock, kv, sandboxUrl }: SourceOptions) {
  const { REDDIT_CLIENT_ID: clientId, REDDIT_CLIENT_SECRET: clientSecret, REDDIT_USER_AGENT: userAgent } = settings;
  if (clientId === undefined) {
    const credentials = { clientId: 'earshot', clientSecret: '', userAgent: 'server:earshot:v0.1.0 (by /u/earshot)' };
    return { kv, clock, authUrl: sandboxUrl, apiUrl: sandboxUrl, ...credentials };
  }
  return {
    kv,
    clock,
    authUrl: () => 'https://www.reddit.com',
    apiUrl: () => 'https://oauth.reddit.com',
    clientId,
    clientSecret: clientSecret ?? '',
    userAgent: userAgent ?? '',
  };
}

/** Below this path browsers reach the sandbox at our own address. */
const sandboxPath = '/sandbox';

/** The site that both modes read and write: Reddit when a client is set, else the sandbox. */
export function communitySite(options: SourceOptions): { source: CommunitySource; accounts: AccountSite } {
  const site = siteOptions(options);
  const metrics = sourceMetrics(options.meters, () => budgetLeft(site));
  return { source: communitySource(options, metrics), accounts: accountSite(options, metrics) };
}

function communitySource(options: SourceOptions, metrics: SourceMetrics): CommunitySource {
  const { settings, log } = options;
  const links = `${settings.EARSHOT_URL?.replace(/\/$/, '') ?? ''}${sandboxPath}`;
  const linkUrl = () => (settings.REDDIT_CLIENT_ID === undefined ? links : 'https://www.reddit.com');
  return redditSource({ ...siteOptions(options), log, linkUrl, metrics });
}

function accountSite(options: SourceOptions, metrics: SourceMetrics): AccountSite {
  const isSandbox = options.settings.REDDIT_CLIENT_ID === undefined;
  const { EARSHOT_URL: ownUrl } = options.settings;
  return redditAccounts({
    ...siteOptions(options),
    metrics,
    ownUrl: ownUrl === undefined ? undefined : new URL(ownUrl).origin,
    sandboxPath: isSandbox ? sandboxPath : null,
    browserUrl: (origin) => (isSandbox ? `${origin ?? ''}${sandboxPath}` : 'https://www.reddit.com'),
  });
}

interface ModelOptions {
  readonly settings: PlatformSettings;
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly meters: Meters;
  readonly log: Logger;
}

/** The configured model, or null: scores and drafts are keyless then; and what users spend on it. */
export async function modelOf({ settings, clock, kv, meters, log }: ModelOptions): Promise<{
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
