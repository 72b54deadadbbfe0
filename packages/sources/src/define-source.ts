import type { Clock, KeyValue, Logger, Meters } from '@earshot/core';
import type { Outbound } from '@earshot/outbound';
import type { ErrorCode } from '@earshot/proto/errors';
import type { CommunityNoun, SourceId } from '@earshot/proto/values';
import type { z } from 'zod';
import type { AccountSite } from './account-site.ts';
import type { CommunityAbout, CommunityRule, PostChanges, PostPage, PostState } from './community-source.ts';

/** A canonical community name, or a problem description for the person who typed the text. */
export type ParsedCommunity = { readonly name: string } | { readonly problem: string };

/** Display names of a source. Pure functions without I/O, so every service may use them for display. */
export interface SourceNames {
  readonly community: {
    /** Parses user input, such as `r/SaaS` or the address of the community's page. */
    parse(text: string): ParsedCommunity;
    /** The name that people see: `r/SaaS`. */
    label(name: string): string;
    /** Absolute address of the community's page. */
    url(name: string): string;
    /** The word for a community of this source in texts for users. */
    readonly noun: CommunityNoun;
    /** Placeholder of an empty input field: `r/startups`. */
    readonly hint: string;
    /** Names to offer before a search; empty where the source is searched instead. */
    readonly suggestions: readonly string[];
    /** Whether communities can be searched by words. */
    readonly searches: boolean;
    /** Whether a community is a search of the site, which its API answers. Absent where no community is one. */
    isSearch?(name: string): boolean;
    /** True if the site decides what a typed name means: see `findCommunity`. */
    readonly isFoundAtSite?: true;
    /** What people read about a name that the site does not know; that it does not exist, unless set. */
    missing?(name: string): string;
    /** Whether two names that differ only in case are the same community. */
    readonly ignoresCase: boolean;
  };
  readonly author: {
    /** The name that people see: `u/name`. */
    label(name: string): string;
  };
  readonly post: {
    /** The address of a post without the words of its title; it leads to the same page. */
    withoutTitle(url: string): string;
  };
}

/** The dependencies that `openSources` passes to every source. */
export interface SourcesContext {
  readonly clock: Clock;
  readonly kv: KeyValue;
  readonly meters: Meters;
  readonly log: Logger;
  readonly outbound: Outbound;
  /** Internal address of the sandbox, without a trailing slash, for the source of samples. */
  readonly sandboxUrl: () => string;
  /** The address that browsers use for Earshot, if the operator set it. */
  readonly ownUrl: string | undefined;
}

/** The dependencies and settings of an open source. */
export interface SourceContext<Settings> extends SourcesContext {
  readonly settings: Settings;
}

/** Settings by their names in the environment, parsed. */
export type SourceShape = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** A setting that is required when another one is set. */
export interface NeededSetting {
  readonly setting: string;
  readonly with: string;
  /** The purpose of the setting, in words for the operator. */
  readonly what: string;
}

/** Errors of communities that exist, or existed, but that their site does not show to us. */
export const closedCommunityErrors: readonly ErrorCode[] = ['source.private', 'source.quarantined', 'source.banned'];

/** Asks a source about posts that were read before. */
export interface Recheck {
  /** Posts that one request can ask about. */
  readonly atOnce: number;
  /**
   * The state of each post at its site. A post about which the site makes no statement is absent from the answer. Throws
   * the errors of `SourceReader`.
   */
  states(ids: readonly string[], signal?: AbortSignal, onWait?: () => void): Promise<ReadonlyMap<string, PostState>>;
}

/** What every source can be asked for, however its posts arrive. */
export interface SourceQuestions {
  /** Resolves if the site answers now. Throws its errors. Absent where reading a page tells it. */
  ping?(signal?: AbortSignal): Promise<void>;
  /** The rules of the community in its order, empty if it has none. Absent if the source has no rules. */
  rules?(community: string, signal?: AbortSignal): Promise<CommunityRule[]>;
  /** Searches communities by words. Absent if the source cannot search them. */
  searchCommunities?(query: string, limit: number, signal?: AbortSignal): Promise<CommunityAbout[]>;
  /**
   * The name of the community that a typed one means at its site. Throws source.not-found if it means none. Absent where
   * `parse` returns the final name.
   */
  findCommunity?(name: string, signal?: AbortSignal): Promise<string>;
  /** Absent if the source cannot be asked about known posts. */
  readonly recheck?: Recheck;
  /** The text that a post answers; null if it is no comment, or if that text is gone. Absent where posts are no comments. */
  parentText?(postId: string, signal?: AbortSignal): Promise<string | null>;
}

/** A source that is asked for pages. */
export interface PollReader extends SourceQuestions {
  readonly kind: 'poll';
  /** The pages that a complete listing can have. Reading ends there, whatever the site answers. */
  readonly mostPages: number;
  /**
   * Reads a page of posts, newest first; `limit` is at most 100. `onWait` is called when the request must wait for the
   * source's pace, so that the caller can let others work.
   */
  newPosts(
    community: string,
    page: { after: string | null; limit: number },
    signal?: AbortSignal,
    onWait?: () => void,
  ): Promise<PostPage>;
}

/** A source that reports changes as they happen. */
export interface StreamReader extends SourceQuestions {
  readonly kind: 'stream';
  /**
   * Yields the changes of the followed communities after `cursor`, from now on if it is null, until `signal` aborts. Yields
   * about once a second, also without changes. The caller stores the changes first and the cursor afterwards, so changes
   * may be reported twice but are never lost. Removals are reported for all posts of the site, because the source does not
   * remember which ones it reported.
   */
  open(cursor: string | null, signal: AbortSignal, followed: FollowedCommunities): AsyncIterable<PostChanges>;
}

/** The names of the communities whose posts a stream reports: the same set until they change. */
export type FollowedCommunities = () => ReadonlySet<string>;

/**
 * How the posts of a source are read. Calls throw AppError: source.not-found, source.private, source.quarantined,
 * source.banned, source.refused (details.host and status), source.rate-limited (details.retryAfterSeconds),
 * source.unavailable.
 */
export type SourceReader = PollReader | StreamReader;

/** The requests that a site allows for one key, such as a client or an address. All windows apply. */
export interface SiteBudget {
  readonly key: string;
  readonly windows: readonly { readonly requests: number; readonly perSeconds: number }[];
}

/** Whether a site allows one request a second or fewer, so that reading many communities at once gains nothing. */
export function isSlow({ windows }: Pick<SiteBudget, 'windows'>): boolean {
  return windows.some(({ requests, perSeconds }) => requests <= perSeconds);
}

/** The adapters of one source, as `open` returns them. They share one request budget. */
export interface OpenSource {
  readonly read: SourceReader;
  /** Null if nothing can be sent to the site. */
  readonly write: AccountSite | null;
  /** The requests that the site still allows; null if unknown. Absent where the site does not report them. */
  budgetLeft?(): Promise<number | null>;
}

/** A source as a value. Nothing runs before `open`. See docs/decisions/0075-sources-are-values.md. */
export interface SourceDefinition<Settings extends SourceShape = SourceShape> extends SourceNames {
  readonly id: SourceId;
  /** The name that people see: `Hacker News`. */
  readonly label: string;
  /** The name of the site in sentences, such as `Link a ... account`; the label unless set. */
  readonly siteLabel?: string;
  /** True if each community may have a site of its own, so that one that fails says nothing about the others. */
  readonly hasManySites?: true;
  /** The requests that the site allows for reading a community. A comment names the source of the numbers. */
  budgetOf(community: string): SiteBudget;
  /**
   * The kinds of message that can be sent through a linked account. If empty, people copy the text and open the post.
   */
  readonly sends: readonly ('dm' | 'comment')[];
  /** Set if posts from before a community was followed cannot be read. */
  readonly onlyNew?: true;
  /**
   * How many days the words of a post are kept after the source last showed it, if it cannot be asked about known posts.
   */
  readonly keepsWordsDays?: number;
  /** What people read before they write to the author, if the site does not welcome offers. */
  readonly offersNote?: string;
  /** Settings of the operator, by their names in the environment. Every field has a description. */
  readonly settings: Settings;
  /** The settings above that are secrets. Only services that call sources get them. */
  readonly secrets: readonly string[];
  readonly needs: readonly NeededSetting[];
  /** The setting without which the source cannot be used; absent if it needs no key. */
  readonly client?: string;
  /** Set if the sandbox invents the posts and their authors. */
  readonly isSample?: true;
  open(context: SourceContext<z.output<Settings>>): OpenSource;
}

/** Creates a source from its definition. */
export function defineSource<Settings extends SourceShape>(
  definition: SourceDefinition<Settings>,
): SourceDefinition<Settings> {
  return definition;
}
