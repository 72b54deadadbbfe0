import { type RateLimiter, rateLimiter, type RateLimiterOptions } from './rate-limiter.ts';

/** Points of a /48 in relation to those of a /64: a household has one /64, an organisation a whole /48. */
const sitePoints = 10;

/** Creates a limit: an exact one, or an approximate one. */
type LimiterOf = (options: RateLimiterOptions) => RateLimiter;

/**
 * A rate limit per visitor's network, as the gateway names it: an IPv4 address, or the /64 of an IPv6 address. All /64s
 * of one /48 together get ten times the points of one, because a single customer may have 65,536 of them.
 */
export function networkLimiter(options: RateLimiterOptions, limiterOf: LimiterOf = rateLimiter): RateLimiter {
  const narrow = limiterOf(options);
  const wide = limiterOf({ ...options, name: `${options.name}.site`, points: options.points * sitePoints });
  const each = (act: 'peek' | 'reward' | 'reset') => async (network: string) => {
    await narrow[act](network);
    const site = siteOf(network);
    if (site !== undefined) await wide[act](site);
  };
  return {
    take: async (network) => {
      await narrow.take(network);
      const site = siteOf(network);
      if (site === undefined) return;
      await wide.take(site).catch(async (refusal: unknown) => {
        await narrow.reward(network);
        throw refusal;
      });
    },
    peek: each('peek'),
    reward: each('reward'),
    reset: each('reset'),
  };
}

/** The /48 of a /64 in the form `a:b:c:d::/64`; undefined for other networks. */
function siteOf(network: string): string | undefined {
  const groups = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/i.exec(network)?.[1];
  return groups === undefined ? undefined : `${groups}::/48`;
}
