import type { Candidate } from './judge.ts';
import { isPain } from './pain.ts';
import type { Reading } from './reading.ts';
import type { Statement } from './statements.ts';
import { isBase } from './verbs.ts';

const reported =
  /^(?:\w+ ){0,4}(?:tell|tells|told) (?:us|me) (?:that )?|^(?:\w+ ){0,3}(?:say|says|said|complain|know|knows|think|find) that /i;
const imperative =
  /^(?:get|see|try|book|ask|send|call|join|upload|choose|pick|drag|click|save|learn|grow|build|start|stop|enjoy|bring|come|sign|scan|print|share|track|plan|manage)\b/i;
const goodThings = /\b(?:fewer|less|easier|faster|better|finally|automatically|instantly|instead|free|included)\b/i;
const benefit =
  /^(?:don't (?:have|need) to|won't|needn't|stops?|never|no longer|always|can(?!'t|not)|gets? (?:easier|better|faster|a|an|the|to)|saves?|gains?|finally|will|instantly|use)\b/i;
/** How they do it today. It is a problem only if it is painful. */
const usage = /^(?:\w+ ){0,2}(?:use|uses|using|rely|relies|relying) (?:on )?/i;
const habit = /\b(?:still|right now|currently|at the moment|these days|today|until now|usually)\b/i;

/** "Bring me the armchair" */
export function isImperative(text: string): boolean {
  const [first = '', second = ''] = text.split(' ');
  return (
    isBase(first) &&
    !/^(?:stop|quit|end|need|want|escape|do|have)$/i.test(first) &&
    /^(?:a|an|the|your|me|us|it|them|who|what|in|on|how|with|to)$/i.test(second)
  );
}

/** What a statement says that may be a trouble of the customers. */
export function troublesIn(statement: Statement, reading: Reading): Candidate[] {
  const { text, subject, predicate, sentence } = statement;
  if (text.length > 240 || text.endsWith('"')) return [];
  if (/\?$/.test(sentence)) return askedIn(text, sentence);
  if (predicate === '') return listedIn(statement, reading.statements[0] === statement);
  if (reading.isOwn(subject)) return foundersIn(statement);
  if (reading.brand !== '' && text.includes(reading.brand)) return [];
  return /^(?:you|your)\b/i.test(subject) ? yoursIn(statement) : theirsIn(statement);
}

/** A question that starts with a verb names no trouble, unless a construct finds it. */
const question =
  /^(?:want|need|looking|are|is|do|does|did|have|has|ever|who|what|which|how|why|when|where|ready|can|could|will|would|should|tired|sick|fed|struggling|worried|know)\b/i;

/** "Stiff hips, sore back, can't touch your toes?" */
function askedIn(text: string, sentence: string): Candidate[] {
  if (question.test(sentence)) return [];
  return text
    .replace(/\?$/, '')
    .split(/,\s/)
    .map((item) => ({ text: item, sure: 0.3 }));
}

/** "Mice, rats, bed bugs", "No waiting rooms, no upsells" */
function listedIn({ text, sentence }: Statement, isFirst: boolean): Candidate[] {
  if (/^no\s/i.test(text))
    return text.split(/,\s(?:and )?/).map((item) => ({ text: item.replace(/^no (?:more )?/i, ''), sure: -0.7 }));
  const isOther = /^(?:not|with|without|for|from|in|on|at|and|unlike|like|think|based)\b/i.test(text);
  if (isFirst || isOther || isImperative(text) || imperative.test(text)) return [];
  if (isPain(text)) return [{ text: worded(text), sure: -0.6 }];
  const isOfTroubles = /\b(?:pain|problem|struggle|trouble|headache)s?\b/i.test(sentence);
  const items = text.split(/,\s(?:and )?|\sand\s/).filter((item) => item.split(' ').length < (isOfTroubles ? 10 : 5));
  return items.length > 2 ? items.map((item) => ({ text: item, sure: isOfTroubles ? 1.5 : -2.2 })) : [];
}

const past = /^(?:was|were|had|couldn't|spent|lost|got (?:tired|sick|fed)|kept|hated|paid|wasted|missed|used to)\b/i;

/** What the founders went through themselves: "I was scribbling on napkins". */
function foundersIn({ subject, predicate }: Statement): Candidate[] {
  if (!/^(?:i|we)$/i.test(subject) || !past.test(predicate) || /^had (?:an? idea|enough)/i.test(predicate)) return [];
  const text = worded(predicate.replace(/^(?:was|were|kept) /, ''));
  return [{ text, judged: predicate, sure: isPain(predicate) ? 0 : -1 }];
}

function yoursIn({ text, subject, predicate, link, sentence }: Statement): Candidate[] {
  const isBenefit =
    benefit.test(predicate) ||
    /^so/.test(link) ||
    /\bso (?:that )?you\b/i.test(sentence) ||
    /^(?:get|'ll|only|also|are (?:in|always))\b/i.test(predicate);
  const pain = isPain(text);
  if (isBenefit || (!pain && !/^your /i.test(subject))) return [];
  const sure = /^your /i.test(subject) ? (pain ? 0.6 : -0.5) : 0.3;
  return [{ text: worded(text), judged: text, sure, within: sentence }];
}

function theirsIn({ text, subject, predicate, link, sentence }: Statement): Candidate[] {
  const clean = text.replace(reported, '').replace(/^then /i, '');
  const pain = isPain(clean);
  const isBenefit = benefit.test(predicate) && !/^no(?:body| one)\b/i.test(subject);
  if (isBenefit || /^so/.test(link) || (!pain && usage.test(predicate)) || /^(?:before|after|once) /i.test(text))
    return [];
  const sure =
    (pain ? 1 : habit.test(sentence) ? 0 : -0.4) -
    (!pain && goodThings.test(clean) ? 1.5 : 0) +
    (link === 'because' ? 0.3 : 0);
  return [{ text: worded(clean), judged: clean, sure, within: sentence }];
}

const subjects =
  /^(?:if|when|even if|even when|because|which(?: is| are)?|that|most of (?:our|my) (?:clients|customers|users)|most of them|many of them|half of them|most people|they|you)\s(?!don't|can't|won't|aren't|are|were|never|have to|didn't)/i;

/** As customers would put it: without a subject that says nothing. */
const worded = (clause: string): string =>
  clause
    .replace(/^even (?:if|when) /i, '')
    .replace(subjects, '')
    .replace(/^(?:most of them|they|you|most(?= [a-z]+s )|many(?= [a-z]+s ))\s/i, '')
    .trim();
