import type { Clock } from './clock.ts';
import type { KeyValue } from './kv/key-value.ts';
import type { Llm } from './llm/llm.ts';
import { openAiLlm } from './llm/open-ai-llm.ts';
import type { Logger } from './log.ts';
import type { PlatformSettings } from './settings.ts';
import type { CommunitySource } from './source/community-source.ts';
import { redditSource } from './source/reddit.ts';

interface SourceOptions {
  readonly settings: PlatformSettings;
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly log: Logger;
  readonly sandboxUrl: () => string;
}

/** Reddit when a client is set, else the sandbox, which speaks the same API. */
export function communitySource({ settings, clock, kv, log, sandboxUrl }: SourceOptions): CommunitySource {
  const { REDDIT_CLIENT_ID: clientId, REDDIT_CLIENT_SECRET: clientSecret, REDDIT_USER_AGENT: userAgent } = settings;
  const shared = { kv, clock, log };
  if (clientId === undefined) {
    const links = `${settings.EARSHOT_URL?.replace(/\/$/, '') ?? ''}/sandbox`;
    return redditSource({
      ...shared,
      authUrl: sandboxUrl,
      apiUrl: sandboxUrl,
      linkUrl: () => links,
      clientId: 'earshot',
      clientSecret: '',
      userAgent: 'server:earshot:v0.1.0 (by /u/earshot)',
    });
  }
  return redditSource({
    ...shared,
    authUrl: () => 'https://www.reddit.com',
    apiUrl: () => 'https://oauth.reddit.com',
    linkUrl: () => 'https://www.reddit.com',
    clientId,
    clientSecret: clientSecret ?? '',
    userAgent: userAgent ?? '',
  });
}

/** The configured model, or null: scores and drafts are keyless then. */
export function modelOf(settings: PlatformSettings, log: Logger): Llm | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = settings;
  if (apiKey === undefined) return null;
  return openAiLlm({ apiKey, log, ...(baseUrl && { baseUrl }), ...(model && { model }) });
}
