import type { PartCategory, Post } from './scorer.ts';
import type { Signs } from './signs.ts';
import type { Evidence } from './text.ts';

/** Kinds of posts that are seldom by a customer, whatever their words. */
export type PostKind = PartCategory<'kind'>;

/** The kind of a post, and the words that show it. */
export interface FoundKind {
  readonly kind: PostKind;
  readonly evidence: Evidence;
}

const SPAN = String.raw`(?:dai|week|bi-?week|fortnight|month|quarter|annual|year)ly|annual`;
const DAY = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day`;
const OCCASION = String.raw`threads?|discussions?|check-?ins?|chat|questions?|q ?(?:&|and) ?a|round-?ups?|self[- ]?promo\w*|promotions?|feedback|hiring|jobs?|showcase|digest|challenge|goals?|accountability|help|open post|introductions?`;

/** Titles of threads that moderators open again and again. */
const THREADS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${SPAN}|${DAY}s?)\b[^.?!\n]{0,60}\bthreads?\b`),
  new RegExp(
    String.raw`^\W*(?:the |our |official |r\/\w+'?s? )*(?:${SPAN}) (?:[\w'&/-]+ ){0,4}?(?:${OCCASION})(?=\W*$|\s*[-–—:|([\],!#])`,
  ),
  new RegExp(
    String.raw`^\W*(?:self[- ]?promo\w*|promo\w*|feedback|show[- ]?off|showcase|share (?:it|your \w+)|moronic|stupid questions?|simple questions?|no stupid questions?|thank(?:s| you)|wantrepreneur|rant|victory|gripe|accountability|newbie|noob|free talk|free[- ]for[- ]all|off[- ]topic|introduction|motivation) ${DAY}\b`,
  ),
  /^\W{0,9}(?:[\w'&/-]+ ){0,6}mega-?thread\b/,
  /^\W*(?:promote|share|post|show(?: off)?|plug|pitch) your \w+\b.{0,40}\b(?:week|month|day)\b/,
  /^\W*(?:ask hn\W+|r\/\w+\W+)?(?:who(?: i|')s hiring|who wants to be hired|freelancer\? seeking freelancer)\b/,
];
/** The title of a person who speaks of themselves, or asks the readers for such a thread, opens none. */
const OWN_TITLE = /\b(?:i|i'm|i've|my|me|we|we're|anyone|anybody|someone)\b/;

/** Names of automatic accounts and of moderation teams. "Abbot" and "Talbot" are people. */
const BOT = /^automoderator$|^whoishiring$|[-_]bot$|-modteam$/i;
const CAMEL_BOT = /[a-z\d]B(?:ot|OT)$/;
const BOT_TEXT =
  /\bi am a bot,? and this action was performed automatically\b|\b(?:this|beep boop).{0,40}\bi(?:'m| am) a bot\b/;
const MODERATORS =
  /^\W*(?:mod(?:erator)?s?(?:'s?)? (?:post|note|announcement|update|applications?)|(?:call|looking) for (?:new )?moderators)\b/;

/** Every job ad has one of these. */
const JOB_WORD = /hiring|apply|job|vacancy|position|join our team|resume|cv\b|cover letter|application/;
const JOB_TITLE =
  /^\s{0,9}[[(]?\s{0,9}(?:now )?hiring\b|\b(?:is|are|we're) (?:now )?hiring\b|\bjob (?:opening|posting|opportunity|vacancy)\b|\b(?:vacancy|position) (?:available|open)\b|\bjoin our team\b/;
/** Only those who fill a job write this. */
const APPLY =
  /\b(?:to apply(?:[:,;]|,? (?:please|just|send|e-?mail|visit|click|go))|apply (?:here|now|today|online|via|through|directly|by (?:sending|email))|(?:send|e-?mail|submit) (?:me |us )?(?:your |a )(?:resume|cv|cover letter|application)|join our team)/;
/** What a job ad names. Two of them beside `APPLY` or `JOB_TITLE` make one. */
const JOB_TERMS =
  /\b(?:full[- ]time|part[- ]time|salary|per annum|benefits|health insurance|401k|paid time off|pto|years?(?:'|’)? (?:of )?experience|responsibilities|qualifications|job description|internship|shifts?)\b/g;

/** Every survey has one of these. Looked for first, because the other patterns take ten times as long. */
const SURVEY_WORD =
  /survey|questionnaire|poll|study|academic|research|participant|respondent|interviewee|thesis|dissertation|repost/;
/** A title that is marked as a survey, or that is nothing else. */
const SURVEY_TITLE =
  /^\W*(?:\[?(?:survey|academic|research|repost|questionnaire)\b\]?\s*(?:[\]:|–—-]|$|on\b|about\b|for\b)|(?:short|quick|brief|small|\d+[- ]min(?:ute)?s?) (?:\w+ ){0,2}(?:survey|questionnaire)\b)/;
/** Asks the readers to take part. "Customers who do not fill in my survey" asks nobody. */
const TAKE_PART =
  /(?:^|[.!?:,;\n]\s?|\b(?:please|kindly|could you|would you|can you|will you|would love (?:it if )?you(?: to| could)?|if you (?:could|can|would|have)|(?:minutes?|mins?|moment|second) to|willing to|asking you to|invited? (?:you )?to|help (?:me|us) (?:out )?by|appreciate (?:it )?if you)\s+)(?:please )?(?:fill(?:ing)? (?:in|out)|tak(?:e|ing)|complet(?:e|ing)|answer(?:ing)?|participat(?:e|ing) in|do(?:ing)?|respond(?:ing)? to)\s+(?:in )?(?:my|our|this|the|a|an)\s+(?:[\w-]+ ){0,5}?(?:surveys?|questionnaires?|polls?|study)\b/;
const PARTICIPANTS =
  /\b(?:(?:looking|searching|seeking|recruiting)(?: for)?|need(?:ed)?|want(?:ed)?) (?:\w+ ){0,3}(?:participants|respondents|interviewees|survey takers)\b|\b(?:participants|respondents) (?:are )?(?:needed|wanted|required)\b/;
const FORM_LINK =
  /\b(?:forms\.gle|docs\.google\.com\/forms|surveymonkey\.com\/(?:r|s)\b|\.typeform\.com|qualtrics\.com|forms\.office\.com|surveygizmo\.com\/s|\.wufoo\.com\/forms)/;
const OWN_STUDY =
  /\b(?:my|our|this|a|an|the|short|quick|brief|academic|anonymous) (?:[\w-]+ ){0,3}?(?:survey|questionnaire|study|research|thesis|dissertation)\b/;

const LINK = /\[[^[\]\n]*\]\(\s{0,9}https?:[^)\s]*\s{0,9}\)|https?:\/\/\S+/g;
/** This many links make a dump if hardly any text stands between them. */
const MANY_LINKS = 5;
const TEXT_PER_LINK = 60;
/** Less text than this beside a link says nothing. */
const BARE_TEXT = 25;

/** How a post is recognised. Both texts are folded. */
export interface KindReading {
  readonly post: Pick<Post, 'author' | 'official'>;
  readonly title: string;
  readonly body: string;
  readonly signs: Pick<Signs, 'need'>;
}

/**
 * The kind of a post that is seldom by a customer: threads that are opened again and again, posts of moderators and
 * bots, job ads, surveys, lists of links. Null for all others. It looks at how a post is made and never at its topic, so
 * a person who writes about surveys, bots or hiring is none of them.
 */
export function kindOf(reading: KindReading): FoundKind | null {
  return (
    recurringThread(reading) ?? ofModerators(reading) ?? jobAd(reading) ?? survey(reading) ?? linkDump(reading) ?? null
  );
}

function recurringThread({ title }: KindReading): FoundKind | null {
  if (OWN_TITLE.test(title.replace(/\bask me\b/, ''))) return null;
  for (const thread of THREADS) {
    const found = thread.exec(title);
    if (found) return { kind: 'recurring-thread', evidence: spanOf('title', found) };
  }
  return null;
}

function ofModerators({ post, title, body }: KindReading): FoundKind | null {
  const { author = '' } = post;
  const whole: Evidence =
    title.trim() === ''
      ? { field: 'selftext', start: 0, end: Math.min(1, body.length) }
      : { field: 'title', start: 0, end: title.length };
  if (post.official === true || BOT.test(author) || CAMEL_BOT.test(author))
    return { kind: 'moderators', evidence: whole };
  const found = find(MODERATORS, 'title', title) ?? find(BOT_TEXT, 'selftext', body);
  return found && { kind: 'moderators', evidence: found };
}

function jobAd({ title, body }: KindReading): FoundKind | null {
  // Who asks, or speaks of themselves, is an employer with a question or wants a job.
  if (title.includes('?') || /\b(?:i|i'm|my|me)\b/.test(title)) return null;
  if (!JOB_WORD.test(title) && !JOB_WORD.test(body)) return null;
  const inTitle = find(JOB_TITLE, 'title', title);
  const apply = find(APPLY, 'title', title) ?? find(APPLY, 'selftext', body);
  const terms = new Set([...`${title}\n${body}`.matchAll(JOB_TERMS)].map(([term]) => term)).size;
  const certainty = (inTitle ? 1 : 0) + (apply ? 1 : 0);
  const evidence = inTitle ?? apply;
  return evidence && (certainty === 2 || terms >= 2) ? { kind: 'job-ad', evidence } : null;
}

function survey({ title, body }: KindReading): FoundKind | null {
  if (!SURVEY_WORD.test(title) && !SURVEY_WORD.test(body)) return null;
  const asked =
    find(SURVEY_TITLE, 'title', title) ??
    find(TAKE_PART, 'title', title) ??
    find(PARTICIPANTS, 'title', title) ??
    find(TAKE_PART, 'selftext', body) ??
    find(PARTICIPANTS, 'selftext', body);
  if (asked) return { kind: 'survey', evidence: asked };
  const study = find(OWN_STUDY, 'title', title) ?? find(OWN_STUDY, 'selftext', body);
  return study && FORM_LINK.test(body) ? { kind: 'survey', evidence: study } : null;
}

function linkDump({ title, body, signs }: KindReading): FoundKind | null {
  const links = body.match(LINK)?.length ?? 0;
  // Who asks something and links what it is about is no dump.
  if (links === 0 || title.includes('?') || signs.need.some(({ category }) => category !== 'question')) return null;
  const text = body.replace(LINK, ' ').replace(/\s+/g, ' ').trim();
  // "My roof after the storm" with a picture is no dump either.
  const isBare = text.length < BARE_TEXT && !OWN_TITLE.test(title) && !/\bour\b/.test(title);
  const isList = links >= MANY_LINKS && text.length < TEXT_PER_LINK * links;
  if (!(isBare || isList) || text.includes('?')) return null;
  return { kind: 'link-dump', evidence: { field: 'title', start: 0, end: title.length } };
}

function find(pattern: RegExp, field: Evidence['field'], text: string): Evidence | null {
  const found = pattern.exec(text);
  return found && spanOf(field, found);
}

function spanOf(field: Evidence['field'], found: RegExpExecArray): Evidence {
  const words = found[0];
  // Patterns begin with the end of the sentence before.
  const start = found.index + words.length - words.replace(/^[\s.!?:,;]+/, '').length;
  return { field, start, end: found.index + words.length };
}
