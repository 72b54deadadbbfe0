/**
 * Closed sets and limits of the product (specification, sections 3, 4 and 9). Both sides of every call share these
 * values.
 */
/**
 * Whether a community exists at its source. `waiting`: the source has not answered yet; the next scan checks it. `missing`:
 * a scan did not find it.
 */
export const communityChecks = ['passed', 'waiting', 'missing', 'failed'] as const;
export type CommunityCheck = (typeof communityChecks)[number];

export const leadStatuses = ['new', 'contacted', 'responded', 'skipped'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The statuses that a lead may change to from each status. A status never changes to itself. */
export const leadStatusMoves: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: ['contacted', 'skipped'],
  contacted: ['new', 'skipped', 'responded'],
  responded: ['contacted'],
  skipped: ['new', 'contacted'],
};

/**
 * Sources of posts, in the order of the default of `SOURCES`. A source needs one line here and one folder in
 * `packages/sources`.
 */
export const sourceIds = [
  'reddit',
  'sample',
  'hacker-news',
  'feed',
  'stack-exchange',
  'discourse',
  'github',
  'bluesky',
] as const;
export type SourceId = (typeof sourceIds)[number];

/** How texts name the site of the source `sample`, which has accounts of its own. */
export const sampleSite = 'Sandbox';
/** The source that the samples imitate, and its name for people. */
export const sampledSource = 'reddit' satisfies SourceId;
export const sampledSite = 'Reddit';
/** What it means for the user that the sandbox lacks a community, which may well exist at the site that it imitates. */
export const notInSample = `Not in the sample data; connect ${sampledSite} to hear it`;

/** The words for a community of a source in texts for users. The specification calls those of one source subreddits. */
export const communityNouns = ['subreddit', 'community'] as const;
export type CommunityNoun = (typeof communityNouns)[number];

/**
 * Who removed a post, as far as its site says. `age`: nobody did, but its feed has not shown it for so long that its words may
 * not be kept.
 */
export const postRemovers = ['author', 'moderator', 'site', 'age', 'unknown'] as const;
export type PostRemover = (typeof postRemovers)[number];

/** What people read in place of the title of a removed post. */
export const removedLabels: Readonly<Record<PostRemover, string>> = {
  author: 'Removed by its author',
  moderator: 'Removed by moderators',
  site: 'Removed by the site',
  age: 'Text no longer available in Earshot',
  unknown: 'Removed',
};

export const relevances = ['high', 'medium', 'low'] as const;
export type Relevance = (typeof relevances)[number];

/** `open`: new leads first, then by score, the highest first. */
export const leadSorts = ['recent', 'oldest', 'score-high', 'score-low', 'open'] as const;
export type LeadSort = (typeof leadSorts)[number];

export const timeRanges = ['24h', '7d', '30d'] as const;
export type TimeRange = (typeof timeRanges)[number];

export const scanStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type ScanStatus = (typeof scanStatuses)[number];

/**
 * The result of a post in a scan. `known`: judged by an earlier scan. `stale`: older than the period that a scan
 * covers. `filtered`: not worth scoring. `unscored`: the scorer gave no score. `below`: scored below the threshold.
 * `capped`: held back by a limit. `duplicate`: already a lead. `created`: made a lead by this scan.
 */
export const postFates = ['known', 'stale', 'filtered', 'unscored', 'below', 'capped', 'duplicate', 'created'] as const;
export type PostFate = (typeof postFates)[number];

export const searchStrategies = ['broad', 'focused', 'mixed'] as const;
export type SearchStrategy = (typeof searchStrategies)[number];

export const scanFrequencies = ['hourly', '4hours', 'daily', 'manual'] as const;
export const notificationMethods = ['inapp', 'email', 'none'] as const;

export const messageLengths = ['multiple_paragraphs', 'single_paragraph', 'sentences'] as const;
export type MessageLength = (typeof messageLengths)[number];

export const messageTypes = ['dm', 'comment'] as const;
export type MessageType = (typeof messageTypes)[number];

export const tones = ['professional', 'casual', 'direct', 'consultative'] as const;
export type Tone = (typeof tones)[number];

export const maxLeadsPerScanChoices = [25, 50, 100] as const;
/** 1000 is shown as Unlimited and is not enforced. */
export const maxLeadsPerDayChoices = [50, 100, 200, 500, 1000] as const;
export const unlimitedLeadsPerDay = 1000;

export const scoringModels = ['gpt-5-mini', 'gpt-5-nano', 'gpt-5', 'gpt-4o', 'gpt-4', 'gpt-3.5-turbo'] as const;
export const messageModels = ['gpt-5', 'gpt-5-chat-latest', 'gpt-5-mini', 'gpt-4o', 'gpt-4', 'gpt-3.5-turbo'] as const;

/** A user's thumb rating of a lead. */
export const leadRatings = ['up', 'down'] as const;
export type LeadRating = (typeof leadRatings)[number];

/**
 * The result of checking a draft against a community's rules. `safe`: no rule applies. `borderline`: the rules set a
 * condition, or could not be read. `avoid`: the rules forbid it.
 */
export const ruleVerdicts = ['safe', 'borderline', 'avoid'] as const;
export type RuleVerdict = (typeof ruleVerdicts)[number];

/**
 * Who wrote a draft: the user's model, or the product without a model (no key, the model is unavailable, or its drafts
 * could not be sent).
 */
export const draftOrigins = ['model', 'keyless'] as const;
export type DraftOrigin = (typeof draftOrigins)[number];

/** Why there is no good draft for a post. */
export const declineCodes = ['too-far', 'no-need', 'success', 'poll', 'offers', 'language', 'model'] as const;
export type DeclineCode = (typeof declineCodes)[number];

/** How a draft approaches its reader. Absent in texts that the user wrote alone. */
export const draftVariants = ['help-first', 'question-first', 'offer-first'] as const;
export type DraftVariant = (typeof draftVariants)[number];

/** How a contact came about: the user marked the lead as contacted, or Earshot sent through a linked account. */
export const contactOrigins = ['by-hand', 'account'] as const;
export type ContactOrigin = (typeof contactOrigins)[number];

/** Time ranges of the administrator's figures. */
export const adminTimeRanges = ['day', 'week', 'month'] as const;
export type AdminTimeRange = (typeof adminTimeRanges)[number];

export const messageStates = ['pending', 'sent', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/**
 * Whether the posts of a source arrive. `idle`: no community of it was read lately. `limited`: the site asks us to wait.
 * `refused`: the site rejects our requests. `unreachable`: it does not answer, or not as documented. `misconfigured`: it
 * rejects the credentials that the operator set.
 */
export const sourceStates = ['idle', 'listening', 'limited', 'refused', 'unreachable', 'misconfigured'] as const;
export type SourceState = (typeof sourceStates)[number];

/** Why no posts arrive from a community. `silent`: nobody has posted for ten times its usual gap. */
export const communityTroubles = ['failing', 'silent'] as const;
export type CommunityTrouble = (typeof communityTroubles)[number];

export const notificationKinds = [
  'new-leads',
  'scan-ended',
  'scan-failed',
  'send-failed',
  'follow-up',
  'access-lost',
  'leads-withdrawn',
  'source-stopped',
  'source-resumed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * Why an account was not linked; passed to /dashboard/settings. `denied`: the user did not agree. `expired`: this link
 * was used, is too old or was started by another user. `unavailable`: the site does not answer. `refused`: the site
 * rejects our client.
 */
export const linkErrors = ['denied', 'expired', 'unavailable', 'refused', 'full'] as const;
export type LinkError = (typeof linkErrors)[number];

/**
 * Why the community site keeps a linked account from writing. `suspended`: the site suspended the account. `limited`:
 * the account writes too often.
 */
export const accountHoldReasons = ['suspended', 'limited'] as const;
export type AccountHoldReason = (typeof accountHoldReasons)[number];

/**
 * What a test of the model server found. `unknown-model`: it answers, but lacks a chosen model. `refused`: no connection.
 * `failed`: another error status, or an answer that is not a list of models. `no-completion`: it lists the models, but
 * did not answer a short test request with a completion. `not-connected`: no server is configured.
 */
export const modelTestOutcomes = [
  'reached',
  'unknown-model',
  'wrong-key',
  'refused',
  'timeout',
  'failed',
  'no-completion',
  'not-connected',
] as const;
export type ModelTestOutcome = (typeof modelTestOutcomes)[number];

/** Servers of models that people run themselves, with the address that each usually has. */
export const localModelServers = [
  { name: 'Ollama', address: 'http://localhost:11434/v1' },
  { name: 'LM Studio', address: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', address: 'http://localhost:8080/v1' },
  { name: 'vLLM', address: 'http://localhost:8000/v1' },
] as const;

/** Length of a product description that a visitor may search with, in characters (specification, section 9). */
export const discoveryDescription = { min: 10, max: 500 } as const;
/** Posts that a preview of one community reads. */
export const previewPosts = 100;
/** The assumed cost of one public search in dollars (specification, section 9). */
export const costOfPublicRequest = 0.0001;

export const authProviders = ['email', 'oidc'] as const;
/** Ways to confirm a session before a sensitive action. */
export const confirmMethods = ['password', 'code', 'passkey', 'provider'] as const;
/** Ways to complete the second step of a sign-in. */
export const secondFactors = ['code', 'passkey', 'recoveryCode'] as const;

/** Lowest score that makes a post a lead, by search strategy. */
export const leadThresholds: Readonly<Record<SearchStrategy, number>> = { broad: 5, mixed: 6, focused: 7 };

/** A post under this score is never called close to a lead. */
export const leastCloseScore = 3;
/** Posts under the threshold that are shown after a scan with few leads. */
export const mostClosePosts = 5;

/** Derives the relevance from the score: high from 8.0, medium from 6.5, otherwise low. */
export function relevanceOf(score: number): Relevance {
  if (score >= 8) return 'high';
  return score >= 6.5 ? 'medium' : 'low';
}

/**
 * A verbatim quote as people read it: with an ellipsis on each side where its sentence goes on. `texts` are those of the
 * post; a quote that is in none of them is returned as it is.
 */
export function shownQuote(quote: string, texts: readonly string[]): string {
  const text = texts.find((one) => one.includes(quote));
  if (text === undefined) return quote;
  const at = text.indexOf(quote);
  const [before, after] = [text.slice(0, at), text.slice(at + quote.length)];
  const isStart = /^\s*$|\n\s*$|[.!?…]["'”’)\]]*\s+$/.test(before.slice(-20));
  const isEnd = /[.!?…]["'”’)\]]*$/.test(quote) || /^\s*$|^[ \t]*(?:\n|[.!?…])/.test(after.slice(0, 20));
  return `${isStart ? '' : '…'}${quote}${isEnd ? '' : '…'}`;
}

/** Services on either end of an HTTP call inside the system. `gateway` calls on behalf of a signed-in user. */
export const serviceNames = [
  'gateway',
  'auth',
  'lead',
  'scan',
  'scan-worker',
  'scan-ingest',
  'outreach',
  'discovery',
  'analytics',
  'realtime',
  'sandbox',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The characters of a long text that a list sends. The text's own call sends all of it. */
export const previewLength = 1_000;

/** The start of a text as a list sends it. Never splits a surrogate pair. */
export function previewOf(text: string): string {
  if (text.length <= previewLength) return text;
  return text.slice(0, previewLength).replace(/[\uD800-\uDBFF]$/, '');
}

/** Words longer than this may be cut in the middle. */
const longestWord = 40;

/** Ends the start of a longer text between two words, with an ellipsis. `next` is the text that follows it. */
export function cutShort(start: string, next: string): string {
  const lastWord = /^\s/.test(next) ? '' : (/\s(\S+)$/.exec(start)?.[1] ?? '');
  const words = lastWord.length > longestWord ? start : start.slice(0, start.length - lastWord.length);
  return `${words.replace(/[\s.,;:…-]+$/, '')}…`;
}

/** Leads per page if the query sets no limit. */
export const leadsPageSize = 20;
/** Posts older than this many days are skipped. */
export const scanLookBackDays = 30;
/** Bytes. A larger request body is answered with 413. */
export const maxBodyBytes = 100 * 1024;
