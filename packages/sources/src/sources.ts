import type { SourceDefinition } from './define-source.ts';
import { hackerNews } from './hacker-news/hacker-news.ts';
import { reddit } from './reddit/reddit.ts';

/** Every source, in the order of the ids in `proto/values`. */
export const sourceDefinitions: readonly SourceDefinition[] = [reddit, hackerNews];
