import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, Router } from 'express';
import { registeredAddresses } from './domain/authorize.ts';
import { type CodeRequest, issueCode } from './domain/oauth.ts';
import { createDelivery } from './http/deliver.ts';
import { createSandboxRouter } from './http/router.ts';
import { createCommunityStore } from './store/communities.ts';
import { openDatabase } from './store/database.ts';
import { ensureErrorPosts } from './store/error-posts.ts';
import { loadFile, siteNameOf } from './store/load-file.ts';
import { loadSamples } from './store/load-samples.ts';
import { createPostStore } from './store/posts.ts';
import { createTokenStore } from './store/tokens.ts';
import { createWritingStore } from './store/writings.ts';

export interface SandboxOptions {
  /** Folder for the site's files, created if missing. null keeps everything in memory. */
  dataDir: string | null;
  /** A `.jsonl` or `.jsonl.gz` file of posts instead of the built-in ones. */
  postsFile: string | null;
  /** New posts per hour. null means 12 with the built-in posts and 0 with a file. */
  arrivalsPerHour: number | null;
  /** Requests per minute and client id, averaged over ten minutes. */
  requestsPerMinute: number;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Called for malformed lines of the posts file. */
  warn: (message: string) => void;
  /** The address under which browsers reach Earshot; undefined where they use a loopback address. */
  earshotUrl?: string | undefined;
  /** The signed-in Earshot user for whom the gateway forwarded this request. Defaults to nobody. */
  viewer?: (request: Request) => string | null;
  /** The delay of the answers of sandbox_slow in milliseconds. Defaults to 3,000. */
  slowMs?: number;
}

export interface Sandbox {
  /** The whole site, which can be mounted under any path. It has the Reddit API at its root. */
  router: Router;
  /** Issues an authorization code as if a user had agreed on the authorize page. */
  issueCode: (request: CodeRequest) => string;
  /** Ends all pending answers. Call it before stopping the server. */
  release: () => void;
  close: () => void;
}

const ARRIVALS_PER_HOUR = 12;

/** Opens the sandbox. Throws with a message for the operator when the posts file cannot be used. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, postsFile, clock } = options;
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const name = postsFile === null ? 'samples' : siteNameOf(postsFile);
  const database = openDatabase(dataDir === null ? ':memory:' : join(dataDir, `${name}.sqlite`));
  const now = Math.floor(clock() / 1000);
  const arrivalsPerHour = options.arrivalsPerHour ?? (postsFile === null ? ARRIVALS_PER_HOUR : 0);
  try {
    if (postsFile === null) loadSamples(database, { now, arrivalsPerHour });
    else await loadFile(database, { file: postsFile, now, arrivalsPerHour, warn: options.warn });
    ensureErrorPosts(database, now);
  } catch (error) {
    database.close();
    throw error;
  }
  const writings = createWritingStore(database);
  const oauth = {
    tokens: createTokenStore(database),
    newToken: () => randomBytes(24).toString('base64url'),
    addAccount: (account: string, at: number) => writings.addAccount(account, at),
  };
  const delivery = createDelivery(options.slowMs);
  const site = {
    posts: createPostStore(database, { arrivalsPerHour }),
    communities: createCommunityStore(database),
    writings,
    oauth,
    isRegistered: registeredAddresses(options.earshotUrl),
    viewer: options.viewer ?? (() => null),
    clock,
    requestsPerMinute: options.requestsPerMinute,
  };
  return {
    router: createSandboxRouter(site, delivery),
    release: () => delivery.release(),
    issueCode: (request) => issueCode(request, Math.floor(clock() / 1000), oauth),
    close: () => database.close(),
  };
}
