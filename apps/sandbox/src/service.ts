import { defineService, type Platform } from '@earshot/service-kit';
import { join } from 'node:path';
import type { z } from 'zod';
import { blueskySite } from './bluesky/site.ts';
import { sandboxConfig } from './config.ts';
import { discourseRouter } from './discourse/router.ts';
import { feedsRouter } from './feeds/router.ts';
import { githubRouter } from './github/router.ts';
import { hackerNewsRouter } from './hacker-news/router.ts';
import { stackExchangeRouter } from './stack-exchange/router.ts';
import { identityProvider } from './http/identity-provider.ts';
import { type CatchAll, catchAll } from './mail/catch-all.ts';
import { mailPage } from './mail/mail-page.ts';
import { viewers } from './http/viewer.ts';
import { openSandbox } from './sandbox.ts';
import { identityKeys } from './store/identity-keys.ts';
import { identityState } from './store/identity-state.ts';

/**
 * The stand-in community site: the default source, with a Reddit API that any Reddit client can use. It also serves
 * Sandbox ID, a stand-in identity provider, under /oidc, both APIs of Hacker News under /hacker-news,
 * a forum with feeds under /feeds, the API of Stack Exchange under /stack-exchange, a Discourse forum under /discourse, the API
 * of GitHub under /github, and the stream and API of Bluesky under /bluesky.
 */
export const sandboxService = defineService({
  name: 'sandbox',
  database: null,
  config: sandboxConfig,
  serves: [],
  calls: [],
  publishes: [],
  consumes: [],
  start: async (platform, config) => {
    const dataDir = config.SANDBOX_DATA === undefined ? null : join(config.SANDBOX_DATA, 'sandbox');
    const clock = () => platform.clock.now().getTime();
    const viewer = viewers(platform.tokens);
    const site = await openSandbox({
      dataDir,
      postsFile: config.SANDBOX_POSTS ?? null,
      arrivalsPerHour: config.SANDBOX_ARRIVALS_PER_HOUR ?? null,
      requestsPerMinute: config.SANDBOX_REQUESTS_PER_MINUTE,
      clock,
      earshotUrl: config.EARSHOT_URL,
      viewer: (request) => {
        const who = viewer(request);
        return who?.kind === 'user' ? who.ref : null;
      },
      warn: (message) => platform.log.warn(message),
    });
    const identity = identityProvider({
      keys: () => identityKeys(dataDir),
      state: identityState(clock),
      warn: (message, err) => platform.log.warn({ err }, message),
    });
    const mail = mailOf(config, platform);
    const bluesky = blueskySite(clock);
    return {
      mount: (app, server) => {
        if (mail !== null)
          app.get(
            '/mail',
            mailPage(() => mail.mails(), viewer),
          );
        app.use('/oidc', identity);
        app.use('/hacker-news', hackerNewsRouter({ clock }));
        app.use('/feeds', feedsRouter({ clock }));
        app.use('/stack-exchange', stackExchangeRouter({ clock }));
        app.use('/discourse', discourseRouter({ clock }));
        app.use('/github', githubRouter({ clock }));
        app.use('/bluesky', bluesky.router);
        app.use(site.router);
        // The database must stay open until the last answer is sent.
        server.once('close', () => site.close());
      },
      ...(mail !== null && { resources: [mail] }),
      // Jobs stop before the server, which waits for every answer.
      jobs: [{ name: 'sandbox answers', start: async () => undefined, stop: async () => site.release() }, bluesky.job],
      upgrade: bluesky.upgrade,
      ...(config.SANDBOX_PORT !== undefined && { listen: { port: config.SANDBOX_PORT, host: '127.0.0.1' } }),
    };
  },
});

/** null when mail is sent elsewhere. */
function mailOf(
  { SANDBOX_SMTP_PORT: port, HOST: host }: z.output<typeof sandboxConfig>,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
): CatchAll | null {
  if (port === undefined) return null;
  return catchAll({ port, host, now: () => clock.now(), warn: (message, reason) => log.warn({ reason }, message) });
}
