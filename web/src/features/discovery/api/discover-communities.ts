import type { Discovery, discoveryContract } from '@earshot/proto/http/discovery';
import { relevances } from '@earshot/proto/values';
import type { z } from 'zod';
import { fieldOf, postJson, textOf } from '../../../lib/json-call.ts';
import { texts } from '../texts.ts';

type Body = z.input<typeof discoveryContract.discoverSubreddits.body>;
export type Suggestions = Discovery['suggestions'];
export type Community = Suggestions['suggestions'][number];

const path: typeof discoveryContract.discoverSubreddits.path = '/api/public/discover-subreddits';

/** Returns communities that fit a product. Throws an error with a user-readable message. */
export async function discoverCommunities(body: Body): Promise<Suggestions> {
  const answer = await postJson(path, body);
  if (!answer.ok) throw new Error(textOf(answer.body, 'error') || texts.noReason);
  const suggestions = readSuggestions(answer.body);
  if (!suggestions) throw new Error(texts.badFormat);
  return suggestions;
}

/** The suggestions of an answer; undefined if `success` or the suggestions are missing. */
export function readSuggestions(answer: unknown): Suggestions | undefined {
  const suggestions = fieldOf(answer, 'suggestions');
  const list = fieldOf(suggestions, 'suggestions');
  if (fieldOf(answer, 'success') !== true || !Array.isArray(list)) return undefined;
  return {
    targetAudience: textOf(suggestions, 'targetAudience'),
    productCategory: textOf(suggestions, 'productCategory'),
    suggestions: list.map(readCommunity),
  };
}

function readCommunity(given: unknown): Community {
  const name = textOf(given, 'name');
  return {
    name,
    source: textOf(given, 'source'),
    sourceLabel: textOf(given, 'sourceLabel'),
    communityLabel: textOf(given, 'communityLabel') || name,
    members: textOf(given, 'members'),
    category: textOf(given, 'category'),
    relevance: relevances.find((one) => one === textOf(given, 'relevance')) ?? 'low',
    description: textOf(given, 'description'),
    reason: textOf(given, 'reason'),
    unavailable: textOf(given, 'unavailable') || null,
  };
}
