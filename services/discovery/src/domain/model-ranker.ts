import { sourceDefinition } from '@earshot/sources';
import type { Relevance } from '@earshot/proto/values';
import { catalogueSource, type Community, membersText } from './catalogue/community.ts';
import type { Ranker } from './discover.ts';
import { suggested } from './keyless-ranker.ts';
import { neverSuggested } from './never-suggested.ts';
import { byRelevance, mostSuggestions, type SuggestedCommunity, type Suggestions } from './suggestions.ts';

/** A model's proposal for a description. It is untrusted until each community is verified. */
export interface Proposal {
  readonly productCategory: string;
  readonly targetAudience: string;
  readonly communities: readonly {
    readonly name: string;
    readonly relevance: Relevance;
    readonly reason: string;
  }[];
}
type Proposed = Proposal['communities'][number];

/** A community as described by the site. */
export interface KnownAtSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly subscribers: number | null;
  readonly isNsfw: boolean;
}

/** Suggestions without a model. */
type KeylessSuggestions = (description: string) => Promise<Suggestions>;

export interface ModelRankerDependencies {
  readonly keyless: KeylessSuggestions;
  readonly communities: readonly Community[];
  /** Identifies the model. */
  readonly ranking: string;
  /** Rejects when the model fails or its answer is not a proposal. */
  readonly propose: (description: string) => Promise<Proposal>;
  /** null when there is no such community, or the site does not answer. */
  readonly lookUp: (name: string) => Promise<KnownAtSource | null>;
  /** Called with the reason when the keyless ranking is used instead. */
  readonly failed: (reason: unknown) => void;
}

/** Each lookup uses one request of the installation's rate limit. */
const mostLookUps = 5;
/** With fewer verified proposals than this, communities of the catalogue that fit are added. */
const enough = 5;
const longestReason = 240;
const longestAudience = 300;
const longestDescription = 200;

/**
 * The model proposes communities, and the catalogue and the source verify them: a community that neither knows is
 * dropped, and member counts come only from them. If the model fails, or proposes nothing that exists, the keyless
 * ranking is used.
 */
export function modelRanker(deps: ModelRankerDependencies): Ranker {
  return {
    ranking: deps.ranking,
    callsModel: true,
    rank: async (description) => {
      const keyless = await deps.keyless(description);
      try {
        const proposal = await deps.propose(description);
        const verified = await verify(proposal, deps);
        if (verified.length > 0) return { suggestions: joined(proposal, verified, keyless), ranking: deps.ranking };
        deps.failed(new Error('the model proposed no community that exists'));
      } catch (error) {
        deps.failed(error);
      }
      return { suggestions: keyless, ranking: keylessRanking };
    },
  };
}

/** Raise the version with every change of the catalogue or the ranking that should replace cached results. */
const keylessRanking = 'catalogue-5';

/** Ranks with the catalogue only. */
export function catalogueRanker(keyless: KeylessSuggestions): Ranker {
  return {
    ranking: keylessRanking,
    callsModel: false,
    rank: async (description) => ({ suggestions: await keyless(description), ranking: keylessRanking }),
  };
}

async function verify(proposal: Proposal, deps: ModelRankerDependencies): Promise<SuggestedCommunity[]> {
  const byName = new Map(deps.communities.map((community) => [community.name.toLowerCase(), community]));
  const proposed = acceptable(proposal.communities);
  const unknown = proposed.filter(({ name }) => !byName.has(name.toLowerCase())).slice(0, mostLookUps);
  const found = new Map(await Promise.all(unknown.map(async ({ name }) => [name, await deps.lookUp(name)] as const)));
  const verified = proposed.flatMap((one) => {
    const community = byName.get(one.name.toLowerCase());
    if (community !== undefined) return [suggested(community, one.relevance, one.reason)];
    const atSource = found.get(one.name) ?? null;
    return atSource === null || atSource.isNsfw ? [] : [fromSource(atSource, one, proposal)];
  });
  return verified.slice(0, mostSuggestions);
}

/** Keeps proposals with valid, allowed and unique names, and with a reason that does not advertise. */
function acceptable(communities: readonly Proposed[]): Proposed[] {
  const there = new Set<string>();
  return communities.flatMap(({ name: given, relevance, reason: words }) => {
    const parsed = sourceDefinition(catalogueSource)?.community.parse(given);
    const reason = plain(words, longestReason);
    if (parsed === undefined || !('name' in parsed) || neverSuggested(parsed.name) || reason === null) return [];
    const { name } = parsed;
    if (there.has(name.toLowerCase())) return [];
    there.add(name.toLowerCase());
    return [{ name, relevance, reason }];
  });
}

function fromSource(about: KnownAtSource, one: Proposed, proposal: Proposal): SuggestedCommunity {
  return {
    name: about.name,
    members: membersText(about.subscribers),
    category: proposal.productCategory,
    relevance: one.relevance,
    description: cut((about.description || about.title).replace(/\s+/g, ' ').trim(), longestDescription),
    reason: one.reason,
  };
}

/** Sorts by relevance. Adds communities of the catalogue if there are too few. */
function joined(proposal: Proposal, verified: readonly SuggestedCommunity[], keyless: Suggestions): Suggestions {
  const there = new Set(verified.map(({ name }) => name.toLowerCase()));
  const filling = keyless.suggestions.filter(({ name }) => !there.has(name.toLowerCase()));
  const missing = Math.max(0, enough - verified.length);
  const all = [...verified, ...filling.slice(0, missing)];
  return {
    productCategory: proposal.productCategory,
    targetAudience: plain(proposal.targetAudience, longestAudience) ?? keyless.targetAudience,
    suggestions: byRelevance(all),
  };
}

/** One shortened line of text; null when it is empty or contains an address. */
function plain(text: string, longest: number): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' || /https?:|www\.|\b\w+\.(?:com|net|org|io|ai|co|app|dev)\b/i.test(line)
    ? null
    : cut(line, longest);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
