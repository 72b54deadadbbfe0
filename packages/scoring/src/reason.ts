import { shownQuote } from '@earshot/proto/values';
import type { PartCategory, PartName, Post, ScorePart } from './scorer.ts';

/** Introduces the author's own words. */
const NEED: Record<PartCategory<'need'>, string> = {
  provider: 'Looks for',
  recommendation: 'Asks what others recommend',
  help: 'Asks for help',
  problem: 'Describes a problem',
  question: 'Asks',
  none: 'Writes',
};

const STAGE: Record<PartCategory<'stage'>, string> = {
  ready: 'On cost or buying',
  comparing: 'Considers',
  'problem-now': '',
  exploring: '',
  none: '',
};

const AGAINST: Record<PartCategory<'disqualifier'>, string> = {
  selling: 'seems to be selling or promoting something',
  hiring: 'seems to be hiring staff',
  news: 'is passing on news',
  'success-story': 'seems to be sharing a success',
  'giving-advice': 'seems to be giving advice',
  'off-topic': 'is writing about something else',
  'already-served': 'may have found a solution already',
  'not-a-request': 'does not ask for anything',
};

const KIND: Record<PartCategory<'kind'>, string> = {
  'recurring-thread': 'opens a recurring thread',
  moderators: 'writes as a moderator or a bot',
  'job-ad': 'advertises a job',
  survey: 'looks for people to take part in a survey',
  'link-dump': 'only passes on links',
};

/** Longer quotes are cut at a word. */
const MOST_QUOTED = 140;
/** Cut before its spaces are looked for: a title can be as long as a post. */
const MOST_READ = 20 * MOST_QUOTED;

/**
 * Summarises the parts in one line: the need in the author's own words, then money or comparison and urgency, then the
 * strongest sign against a customer. Only the author's words name the need, so that no two posts have the same line
 * unless their words are the same.
 */
export function matchReasonOf(
  parts: readonly ScorePart[],
  { title, selftext }: Pick<Post, 'title' | 'selftext'>,
): string {
  const quoted = (quote: string) => quotation(shownQuote(quote, [title, selftext]));
  const need = found(parts, 'need');
  const stage = found(parts, 'stage');
  const isUrgent = found(parts, 'urgency')?.category === 'now';
  const subject = subjectOf(parts, need, title.trim() === '' ? null : title);
  const money = stage && STAGE[stage.category] !== '' && stage.quote !== null && stage.quote !== subject.quote;
  const against = againstOf(parts);
  const kind = found(parts, 'kind')?.quote ?? null;
  // The words that show the kind of a post, unless they are quoted already.
  const kindQuote = kind === subject.quote ? null : kind;
  return [
    subject.quote === null
      ? `${subject.verb} nothing that can be quoted.`
      : `${subject.verb}: ${quoted(subject.quote)}`,
    ...(money ? [`${STAGE[stage.category]}: ${quoted(stage.quote ?? '')}`] : []),
    // The milder signs are dates, and as many of them are of what is over.
    ...(isUrgent ? ['Needs it at once.'] : []),
    ...(against === null ? [] : [`But ${against}${kindQuote === null ? '.' : `: ${quoted(kindQuote)}`}`]),
  ].join(' ');
}

/** What speaks most against a customer: the kind of the post, or the strongest sign. */
function againstOf(parts: readonly ScorePart[], left: (category: string) => boolean = () => false): string | null {
  const kind = found(parts, 'kind');
  if (kind) return KIND[kind.category];
  const signs = parts.filter((part) => part.name === 'disqualifier').filter(({ category }) => !left(category));
  const first = signs.sort((a, b) => a.points - b.points)[0];
  return first ? AGAINST[first.category] : null;
}

interface Subject {
  readonly verb: string;
  readonly quote: string | null;
}

/** A stated need, or the sentence closest to a problem of the business, or what the post is about. */
function subjectOf(parts: readonly ScorePart[], need: Found<'need'> | undefined, title: string | null): Subject {
  const problem = parts.find((part) => part.name === 'profile' && part.category === 'problem');
  const weak = need === undefined || need.category === 'none' || need.category === 'question';
  if (weak && problem?.quote) return { verb: NEED.none, quote: problem.quote };
  const about = [found(parts, 'fit')?.quote, problem?.quote].filter((quote) => typeof quote === 'string');
  const topic = about.find(saysWhat) ?? about[0] ?? null;
  if (need?.quote)
    return { verb: NEED[need.category], quote: saysWhat(need.quote) ? need.quote : (topic ?? title ?? need.quote) };
  return { verb: NEED.none, quote: topic ?? wordsOf(parts) ?? title };
}

/** "Any recommendations?" does not say of what: shorter quotes give way to the sentence about the topic, or to the title. */
const LEAST_WORDS = 5;
function saysWhat(quote: string): boolean {
  return quote.split(/\s+/).length >= LEAST_WORDS;
}

function wordsOf(parts: readonly ScorePart[]): string | null {
  return parts.find((part) => part.quote !== null)?.quote ?? null;
}

/** Quotation marks, and a full stop after them unless the quote ends with its own sign. */
function quotation(text: string): string {
  const line = text.slice(0, MOST_READ).replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_QUOTED) return /[.!?…]$/.test(line) ? `“${line}”` : `“${line}”.`;
  return `“${line.slice(0, MOST_QUOTED).replace(/\s\S*$/, '')} …”`;
}

type Found<N extends PartName> = Extract<ScorePart, { name: N }>;

function found<N extends PartName>(parts: readonly ScorePart[], name: N): Found<N> | undefined {
  return parts.find((part): part is Found<N> => part.name === name);
}

const PLAIN_NEED: Record<PartCategory<'need'>, string> = {
  provider: 'is looking for something',
  recommendation: 'asks for recommendations',
  help: 'asks for help',
  problem: 'describes a problem of their own',
  question: 'asks a question',
  none: 'writes',
};

const PLAIN_FIT: Record<PartCategory<'fit'>, string> = {
  core: 'about what you offer',
  related: 'about something close to your offer',
  audience: 'about something else, though they look like someone you serve',
  none: 'about something else',
};

/** The same without any word of the post, for posts whose text is not kept. */
export function plainReasonOf(parts: readonly ScorePart[]): string {
  const fit = found(parts, 'fit')?.category ?? 'none';
  const isElsewhere = fit === 'none' || fit === 'audience';
  const against = againstOf(parts, (category) => isElsewhere && category === 'off-topic');
  const need = PLAIN_NEED[found(parts, 'need')?.category ?? 'none'];
  return `The author ${need} ${PLAIN_FIT[fit]}${against === null ? '' : `, but ${against}`}.`;
}
