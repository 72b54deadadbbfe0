import { baseOf, isBase, isHelper, isVerb } from './verbs.ts';
import { splitOf } from './clauses.ts';

/** A part of a sentence that says one thing. */
export interface Statement {
  readonly text: string;
  /** Who or what it is about; that of the statement before it if it names none, '' for a phrase without a verb. */
  readonly subject: string;
  readonly predicate: string;
  /** The word that joins it to the statement before it: "because". */
  readonly link: string;
  /** The sentence that it is a part of. */
  readonly sentence: string;
}

const strong = /;\s|:\s|\s[-–—|]+\s|\s?[()]\s?/;
const joints = /(,?\s(?:and|but|or|because|so that|so|while|whereas|although)\s|,\s)/;
const links = /^(?:because|so that|so|while|whereas|but|and|or|although|when|if)$/;
const opening =
  /^(?:and|but|so|plus|or|because|yet|also|sadly|honestly|basically|today|currently|right now|these days|now|usually|often|with us|at the moment|until now|traditionally|unfortunately),?\s/i;

export function statementsOf(sentence: string): Statement[] {
  return sentence.split(strong).flatMap((part) => statementsIn(part.trim(), sentence));
}

function statementsIn(part: string, sentence: string): Statement[] {
  const pieces = part.split(joints);
  const said: Statement[] = [];
  let text = pieces[0] ?? '';
  let link = '';
  const finish = () => said.push(statementOf({ text, link, sentence }, said.at(-1)));
  for (let at = 1; at < pieces.length; at += 2) {
    const joint = pieces[at] ?? '';
    const piece = pieces[at + 1] ?? '';
    const word = joint.replace(/[,\s]+/g, ' ').trim();
    if (beginsStatement(text, said.at(-1), word, piece)) {
      finish();
      text = piece;
      link = links.test(word) ? word : '';
    } else {
      text += joint + piece;
    }
  }
  finish();
  return said.filter((one) => one.text.length > 2);
}

const dependent = /^(?:who|which|that|where|whose)\s/i;

function beginsStatement(before: string, earlier: Statement | undefined, link: string, piece: string): boolean {
  if (piece === '' || dependent.test(piece)) return false;
  const first = piece.split(' ')[0] ?? '';
  const own = splitOf(before.replace(opening, ''));
  const isInherited =
    own === null &&
    earlier !== undefined &&
    earlier.predicate !== '' &&
    inherits(earlier.predicate, before.split(' ')[0] ?? '');
  const left = isInherited ? { subject: earlier.subject, predicate: before } : own;
  const right = splitOf(piece);
  if (right !== null && isSubject(right.subject))
    return left !== null || /^(?:because|so|so that|but|while|when)$/.test(link) || link === '';
  if (left === null || !left.predicate.includes(' ')) return false;
  return inherits(left.predicate, first) || /^(?:never|always|nobody|no one|no time|no idea)\b/i.test(piece);
}

const isSubject = (subject: string) =>
  subject.split(' ').length < 7 &&
  !/^(?:if|for|with|in|on|at|by|from|to|as|who|that|which|even if)\s/i.test(subject) &&
  !/\s(?:who|that|which|to)$/i.test(subject);

/** "tells you when to reorder" after "forecasts demand" has its subject. */
function inherits(predicate: string, word: string): boolean {
  const verb = predicate.split(' ').find((one) => isVerb(one)) ?? '';
  if (baseOf(verb) !== undefined || verb === 'is')
    return baseOf(word) !== undefined || /^(?:is|has|doesn't|isn't|can't|won't)$/i.test(word);
  if (isHelper(verb)) return isHelper(word) || (/^(?:can|will|would|don't|can't|have)/i.test(verb) && isBase(word));
  return isBase(word) || isHelper(word);
}

function statementOf(
  { text, link, sentence }: { text: string; link: string; sentence: string },
  before: Statement | undefined,
): Statement {
  const bare = text.trim().replace(/[.!]$/, '').replace(opening, '');
  const first = bare.split(' ')[0] ?? '';
  if (before !== undefined && before.predicate !== '' && inherits(before.predicate, first))
    return { text: bare, subject: before.subject, predicate: bare, link, sentence };
  const split = splitOf(bare);
  if (split !== null && before !== undefined && /^(?:only|never|always|just|also)$/i.test(split.subject))
    return { text: bare, subject: before.subject, predicate: bare, link, sentence };
  return { text: bare, subject: split?.subject ?? '', predicate: split?.predicate ?? '', link, sentence };
}
