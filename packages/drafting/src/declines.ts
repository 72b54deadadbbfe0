import type { DeclineCode } from '@earshot/proto/values';
import type { Decline, DraftRequest } from './drafter.ts';
import { languageOf, languageOfPost } from './language.ts';
import { nearestOf, type Nearness } from './nearness.ts';
import type { OwnersWords } from './owners-words.ts';

const reasons: Readonly<Record<DeclineCode, string>> = {
  offers: 'The author offers something and looks for nothing.',
  poll: 'The author asks readers for opinions or experiences and needs nothing for themselves.',
  success: 'The author reports a success and asks for nothing.',
  'no-need': 'The post asks for nothing that you offer.',
  'too-far': 'None of your sentences is close to what this post is about.',
  language: 'The post is in another language than your sentences.',
  model: 'The model found no answer to this post in your facts.',
};

/** The decline with this code. */
export function declineOf(code: DeclineCode): Decline {
  return { code, reason: reasons[code] };
}

/**
 * The least nearness of the post to the offer or the problems, by the kind of nearness. Chosen on labelled sets
 * (docs/decisions/0126-drafts-of-the-owners-words.md).
 */
const LEAST = { meaning: 0.3, words: 0.06 } as const;
/** A statement without a question is a need if it is at least this near to the offer or the problems. */
const NEAR = { meaning: 0.3, words: 0.1 } as const;
/** A text without an author in it, such as news, is a need only if it is at least this near. */
const CERTAIN = { meaning: 0.5, words: 0.3 } as const;
/** A post this much nearer to those whom the owner excludes is not for the owner. */
const EXCLUDED_BY = { meaning: 0.02, words: 0.1 } as const;

/** A post as it is compared with the owner's words. */
export interface Compared {
  readonly nearness: Nearness;
  /** The title and the beginning of the text. */
  readonly whole: string;
  readonly statements: readonly string[];
}

/** Why the post should get no draft without a model; null if it should get one. */
export function declineFor(
  { lead, business }: DraftRequest,
  { about, excluded, competitors }: OwnersWords,
  { nearness, whole, statements }: Compared,
): Decline | null {
  const language = languageOf(business.description) ?? 'en';
  const posted = languageOfPost(lead);
  if (posted !== language && posted !== 'other') return declineOf('language');
  const text = `${lead.title}\n${lead.content}`;
  const kind = kindOf(lead);
  if (kind !== null) return declineOf(kind);
  if (competitors.length > 0) return null;
  const near = nearestOf([whole, ...statements], about, nearness);
  if (near < LEAST[nearness.kind]) return declineOf('too-far');
  const outside = nearestOf([whole, lead.title], excluded, nearness);
  if (outside > near + EXCLUDED_BY[nearness.kind]) return declineOf('no-need');
  if (!OWN.test(text) && !text.includes('?') && !ASKS.test(text) && near < CERTAIN[nearness.kind])
    return declineOf('no-need');
  return NEEDS.test(text) || near >= NEAR[nearness.kind] ? null : declineOf('no-need');
}

/** The author writes about themselves: news and opinions do not. */
const OWN = /\b(?:i|i['’]?m|i['’]?ve|i['’]?d|me|my|mine|we|we['’]re|we['’]ve|us|our)\b/i;
/** A question, a search, a complaint or a plan of the author's own. */
const NEEDS =
  /\?|\b(?:looking for|in search of|recommend\w*|suggestions?|any (?:advice|ideas|tips)|need|want|wish|help|where (?:can|do) i|how (?:do|can|should|would|to)|problem|issue|trouble|struggl\w*|stuck|can['’]?t|cannot|won['’]?t|frustrat\w*|broken?|broke|leak\w*|worried|overwhelm\w*|keeps? \w+ing|stopped \w+ing|reject\w*|denied|tired of|fed up|hours|too (?:slow|expensive|much)|wasted?|lost|losing|missed|missing|behind|never|nobody|driving me)\b/i;

/** Whether the author offers, reports a success or asks readers for opinions; each beats all nearness. */
function kindOf({ title, content }: DraftRequest['lead']): DeclineCode | null {
  const text = content.slice(0, 2500);
  if (OFFER_TITLE.test(title) || OFFERS.test(`${title}\n${text}`)) return 'offers';
  if (POLL_TITLE.test(title) || POLLS.test(`${title}\n${text}`)) return 'poll';
  const asks = title.includes('?') || text.slice(-150).includes('?') || ASKS.test(`${title}\n${text.slice(-400)}`);
  if (!asks && (SUCCESS_TITLE.test(title) || SUCCESS.test(`${title}\n${text}`))) return 'success';
  if (SOLVED.test(`${title}\n${text}`)) return 'success';
  if (!asks && ADVISES_TITLE.test(title)) return 'no-need';
  return CAREER.test(title) || (!asks && NEWS.test(`${title}\n${text}`)) ? 'no-need' : null;
}

const ASKS =
  /\b(?:any (?:advice|ideas|tips|suggestions|recommendations)|looking for|recommend(?:ations?)?|please help|need (?:help|advice|someone|an?)|what (?:should|would|can) (?:i|we))\b/i;

const OFFER_TITLE =
  /^\s*(?:[[(]\s*)?(?:for hire|offer|offering|for sale|selling|fs|wts|promo|ad|sponsored|giveaway|hiring|job)\b\s*[\]):]?|^(?:we(?:['’]re| are)|now) hiring\b|^(?:(?:just|finally) )?(?:launched|launching|introducing|announcing|released)\b|^(?:show|launch) hn\b|\b(?:i|we)(?:['’]ve| have)? (?:just |recently |finally )?(?:built|made|created|launched|developed|released|opened|started) (?:an?|this|my|our|the)\b(?!.*\?)|\b(?:feedback|thoughts|opinions?|critique) (?:on|of|for|about) (?:my|our)\b|\b(?:roast|rate|review) (?:my|our)\b|\b(?:slots?|spots?|places|seats) (?:left|open|available)\b/i;
const OFFERS =
  /\b(?:dm (?:me|us) (?:for|if|to)|pm me (?:for|if)|message (?:me|us) (?:for|if|to)|(?:i|we) (?:offer|provide|speciali[sz]e in)|(?:we|i)(?:['’]re| are|['’]m| am) (?:now )?(?:offering|taking on|taking bookings|accepting (?:new )?(?:clients|orders|students|bookings))|use (?:the )?code|(?:promo|discount|coupon) code|(?<!\b(?:me|us) )\d+% off|sign up (?:at|here|for (?:free|our|early))|link in (?:my |the |our )?(?:bio|profile|comments?)|check (?:it )?out (?:my|our)|(?:my|our) (?:portfolio|rates?|prices?) (?:is|are|start)|hire me|available for (?:hire|work|freelance)|free (?:for the first|trial on)|first (?:lesson|month|session|consultation) (?:is )?free|book a (?:free )?(?:call|demo|consultation)|stars welcome|(?:feedback|thoughts) on my|apply (?:here|now|by|with)|send (?:me |us )?your (?:cv|resume|portfolio)|happy to answer questions(?: about it)?\.?$|ama\b)/im;
const POLL_TITLE =
  /\b(?:poll|survey|questionnaire)\b(?!.*\b(?:tool|software|app)\b)|\b(?:what(?:['’]s| is| are|s) your (?:favou?rite|best|worst|biggest|go[- ]to|take|thoughts|opinion)|who else|does anyone else|anyone else|am i the only|unpopular opinion|hot take|change my mind|let['’]s (?:talk|discuss|hear|see)|share your|post your|tell me (?:about )?your|curious (?:how|what|who|about)|how many of you|do you (?:guys|all) (?:think|prefer|like)|what do(?:es)? (?:you|everyone|everybody) (?:all |guys )?(?:think|love|like|hate|wish)|what do(?:es)? your \w+(?: \w+){0,3} look like|what['’]?s in your|will (?:there|it|we|they) (?:still )?(?:be|exist)|why (?:do|does|are|is) (?:people|everyone|everybody|so many|all|some))\b/i;
const POLLS =
  /\b(?:(?:fill (?:in|out)|take|answer|complete) (?:my|our|this|a) (?:\w+ ){0,3}(?:survey|questionnaire|poll)|(?:for|doing|writing) (?:my|a|our) (?:\w+ ){0,2}(?:thesis|dissertation|research|article|study|newsletter|podcast|class project|school project)|(?:just|only|simply|merely|purely) (?:curious|wondering|a poll)|no (?:agenda|reason)(?:, just)? curious|market research|validat(?:e|ing) (?:an? |my |our |this )?(?:\w+ )?idea|share your (?:stories|experience|answer|favou?rite|setup)|not looking (?:to (?:buy|hire|switch|change|pay)|for (?:an? |any )?(?:service|software|tool|product|app)s?\b)|(?:i|we)(?:['’]m| am|['’]re| are) not (?:looking|buying|hiring|in the market|shopping)|asking out of curiosity|vote in the comments|curious (?:what|how|who|about|to (?:hear|know))|settle (?:an? |this )?(?:bet|argument|debate))\b/i;
const SUCCESS_TITLE =
  /\b(?:success story|(?:i|we) (?:finally )?(?:did it|made it|got it)|finally (?:\w+ed|got|done|paid|found|hit|finished)|ask me anything|before (?:and|&) after|progress (?:pics?|report|update)|here['’]?s (?:how|what) (?:i|we)|how (?:i|we) (?:made|got|built|lost|went|grew|saved|cut|fixed|paid|did)|proud of|thank you|thanks to|one year later|happy to report|milestone|update:|what (?:i|we) learned|lessons|what do you (?:all |guys )?think of my)\b|\bfinally (?:\w+ )?(?:done|here|over|live|open)\b|!\s*$/i;
const SUCCESS =
  /\b(?:couldn['’]?t be happier|(?:so|very|really) (?:happy|pleased|proud|glad) (?:with|of|that|we|i)|turned out (?:great|well|amazing|perfect)|just wanted to (?:share|say|thank)|wanted to share|works? like a charm|best decision|problem (?:is )?(?:solved|gone)|all (?:sorted|fixed|good) now|highly recommend|proud of (?:my|him|her|us|them|myself)|(?:pictures|photos|pics) inside|here(?:['’]s| is) (?:what|how) (?:i|we))\b/i;
const SOLVED =
  /^\s*[[(]?(?:solved|resolved|fixed|sorted|found)[\])]|\bedit\s?\d?\s?:\s*(?:i |we |just |ended up )*(?:solved|resolved|fixed|sorted|bought|ordered|hired|found|booked|went with)\b|\b(?:problem solved|all set now|case closed|(?:ended up|we|i) (?:went|gone|going) with (?!a |an |the flow)\w+ (?:since|because|in the end|after|and (?:it|they|we|i)))\b/i;
const ADVISES_TITLE =
  /^\s*[[(]?(?:psa|fyi|heads[- ]up|read this|tips?\b|pro ?tip|reminder|guide|tutorial|beware|warning)\b|\b(?:\d+|ten|five|seven|three) (?:\w+ ){0,2}(?:ways|tips|things|reasons|steps|mistakes|rules|lessons|tricks)\b|\b(?:a|the|my|ultimate|complete|beginner['’]?s) guide\b|\bhere(?:['’]s| are| is) (?:an? (?:few|couple)|some|what|how)\b|^\s*\[?meta\b|\bdon['’]?t (?:forget|make|buy|trust|ever)\b|^stop \w+ing\b/i;
const NEWS =
  /\b(?:(?:study|survey|report|research|poll)s? (?:finds?|shows?|says?|suggests?)|announces?|takes effect|regulators?|interesting read)\b/i;
const CAREER =
  /\b(?:looking for (?:\w+ ){0,4}(?:work|jobs?|shifts|gigs|positions?|roles?|an internship)\b|(?:start|break|get|getting|breaking) in(?:to)? the (?:industry|business)|career|salary|salaries|interviews?|internships?|apprentice\w*|certification|bootcamp|become an?|becoming an?|get(?:ting)? into the (?:trade|industry|field)|job (?:market|hunt|offer)|start(?:ing)? (?:a|my|an) (?:\w+ )?business)\b/i;
