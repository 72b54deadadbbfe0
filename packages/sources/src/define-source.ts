import type { Clock, KeyValue, Logger, Meters } from '@earshot/core';
import type { SourceId } from '@earshot/proto/values';
import type { z } from 'zod';
import type { AccountSite } from './account-site.ts';
import type { CommunityAbout, CommunityRule, PostPage } from './community-source.ts';

/** A canonical community name, or what is wrong with the text in words that the person who typed it understands. */
export type ParsedCommunity = { readonly name: string } | { readonly problem: string };

/** How a source writes its names. Pure: no I/O, so every service may use it for display. */
export interface SourceNames {
  readonly community: {
    /** Reads what somebody typed, such as `r/SaaS` or an address of the community's page. */
    parse(text: string): ParsedCommunity;
    /** What people see: `r/SaaS`. */
    label(name: string): string;
    /** Absolute address of its page. */
    url(name: string): string;
    /** What an empty field for a name shows: `r/startups`. */
    readonly hint: string;
    /** Names to offer before anybody searches; empty where the source is searched instead. */
    readonly suggestions: readonly string[];
    /** Whether communities can be searched by words. */
    readonly searches: boolean;
    /** Whether two names that differ in case only are the same community. */
    readonly ignoresCase: boolean;
  };
  readonly author: {
    /** What people see: `u/name`. */
    label(name: string): string;
  };
}

/** What `openSources` gives to every source. */
export interface SourcesContext {
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly meters: Meters;
  readonly log: Logger;
  /** Where the sandbox answers, for a source that has no client of its own; internal address without trailing slash. */
  readonly sandboxUrl: () => string;
  /** Address under which browsers reach Earshot, where the operator set it. */
  readonly ownUrl: string | undefined;
}

/** What a source may use while it is open. */
export interface SourceContext<Settings> extends SourcesContext {
  readonly settings: Settings;
}

/** Settings by their names in the environment, parsed. */
export type SourceShape = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** A setting that must be set where another one is. */
export interface NeededSetting {
  readonly setting: string;
  readonly with: string;
  /** What it is for, in words for the operator. */
  readonly what: string;
}

/**
 * Reads posts. Newest first; `limit` up to 100. Throws AppError: source.not-found, source.private, source.refused,
 * source.rate-limited (details.retryAfterSeconds), source.unavailable.
 */
export interface SourceReader {
  newPosts(community: string, page: { after: string | null; limit: number }, signal?: AbortSignal): Promise<PostPage>;
  /** The community's own rules in its order, empty where it has none; absent where the source has no such thing. */
  rules?(community: string, signal?: AbortSignal): Promise<CommunityRule[]>;
  /** Communities by words; absent where they cannot be searched. */
  searchCommunities?(query: string, limit: number, signal?: AbortSignal): Promise<CommunityAbout[]>;
  /** Whether people can no longer read a post that was read before; absent where reading alone can tell. */
  isGone?(postId: string, signal?: AbortSignal): Promise<boolean>;
}

/** What `open` gives: the adapters of one source, with one request budget behind them. */
export interface OpenSource {
  /** The sandbox stands in for it. */
  readonly sample: boolean;
  readonly read: SourceReader;
  /** null where the site has no sending. */
  readonly write: AccountSite | null;
}

/** A source as a value. Nothing runs before `open`. */
export interface SourceDefinition<Settings extends SourceShape = SourceShape> extends SourceNames {
  readonly id: SourceId;
  /** What people see: `Hacker News`. */
  readonly label: string;
  /** What the site allows; `sharedBy` says whose requests count together; the source of the number is in a comment. */
  readonly budget: {
    readonly requests: number;
    readonly perSeconds: number;
    readonly sharedBy: 'client' | 'installation';
  };
  /** What can be sent through a linked account; empty: people copy and open the post. */
  readonly sends: readonly ('dm' | 'comment')[];
  /** What an operator may set, by its names in the environment; every field described. */
  readonly settings: Settings;
  /** Settings above that are secrets; they go to the services that reach sources, and to no others. */
  readonly secrets: readonly string[];
  readonly needs: readonly NeededSetting[];
  /** The setting that connects the site itself, where the sandbox stands in without it. */
  readonly client?: string;
  /** Whether the sandbox stands in with these settings: known without opening it. */
  usesSandbox(settings: z.output<Settings>): boolean;
  open(context: SourceContext<z.output<Settings>>): OpenSource;
}

/** Makes a source a value. */
export function defineSource<Settings extends SourceShape>(
  definition: SourceDefinition<Settings>,
): SourceDefinition<Settings> {
  return definition;
}
