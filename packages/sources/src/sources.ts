import { bluesky } from './bluesky/bluesky.ts';
import type { SourceDefinition } from './define-source.ts';
import { discourse } from './discourse/discourse.ts';
import { feed } from './feed/feed.ts';
import { github } from './github/github.ts';
import { hackerNews } from './hacker-news/hacker-news.ts';
import { reddit } from './reddit/reddit.ts';
import { sample } from './sample/sample.ts';
import { stackExchange } from './stack-exchange/stack-exchange.ts';

/** Every source, in the order of `sourceIds` in `proto/values.ts`. */
export const sourceDefinitions: readonly SourceDefinition[] = [
  reddit,
  sample,
  hackerNews,
  feed,
  stackExchange,
  discourse,
  github,
  bluesky,
];
