import { isPain } from './pain.ts';
import { peopleWord } from './people.ts';
import { isBase } from './verbs.ts';

/** The longest group that is proposed with its clause "who ...". */
const longest = 110;

/** These need their clause. */
const unnamed = /^(?:\w+ )?(?:people|those|anyone|everyone|teams?|companies|businesses|adults|women|men|folks)$/i;

const end = /[.;:!?()"\n]|\s[-–—|]+\s|\s\+\s/;
/** Another thought begins here. */
const cut =
  /(?<!ing|\d|\bup),?\sto(?:\s|$).*$|,\swith\s.*$|,?\s(?:so|because|when|while|by|from(?! home)|using|through|via|instead|without|that|which|before|during|until|as|if|rather|each|every|plus|including|such as|like|even|where|within|regardless|anywhere|everywhere|online|throughout)(?:\s|$).*$/i;
const price =
  /\s(?:for|at|from|in|on|within)\s(?:just |only |about |under )?(?:an? (?:flat|fixed|low|fair|single|day|week|month)|[£$€\d]|minutes|seconds|hours|days|free\b|any\b|no\b|all\b|the\b|your\b|their\b|one\b).*$/i;
/** "in Leeds", "across Greater Manchester" */
const place =
  /,?\s(?:in|across|around|near|throughout|within|outside|based in) (?:and around |the |all of |all |central |north |south |east |west |greater )*[A-Z].*$/;
const online =
  / on (?:Etsy|eBay|Amazon|Instagram|Shopify|Gumroad|TikTok|iOS|Android|Mac|Windows|Kickstarter|Steam).*$/i;
const sellers = /(?:sellers?|shops?|stores?|brands?|merchants?|creators?|makers?|developers?|studios?)$/i;
const relative = /\s(?:who|whose|that|which|who've|who're)\s(?!you\b|we\b|it\b|they\b|i\b)/i;
const clauseEnd =
  /,\s(?!and (?:want|need|have|are|don't|can't)).*$|\s(?:and|but|so|because)\s(?=(?:we|i|you|it|our|my)\s).*$|\s(?:from|for|at) [£$€\d].*$/i;
const filling = /^(?:both |all kinds of |all |any |the |busy (?=,)|many |most |our |up to )+/i;
const tail = /\s(?:lol|etc|too|alike|everywhere|worldwide|nationwide|today|and|or|with|in|of|at|for)$/i;

/** The group of people or firms at the start of the words, with the clause that describes it if there is room. */
export function groupIn(words: string): string {
  const said = words.split(end)[0]?.trim() ?? '';
  const at = relative.exec(said)?.index;
  const head = at === undefined ? said : said.slice(0, at);
  const group = listIn(head);
  const clause = at === undefined ? '' : said.slice(at).replace(clauseEnd, '');
  // What they suffer from is a problem; but "people" alone says too little.
  const isOfOffer = /^\swhich\b/.test(clause);
  const keeps =
    !isOfOffer &&
    clause !== '' &&
    group.length === head.length &&
    (!(isPain(clause) || /\bstill\b/.test(clause)) || unnamed.test(group));
  const whole = keeps ? group + clause : group;
  const short = whole.length <= longest ? whole : group;
  return short.replace(filling, '').replace(tail, '').replace(tail, '').trim();
}

/** All of a list, else up to the first comma. */
function listIn(head: string): string {
  const bare = without(head.replace(price, ''), place).replace(cut, '');
  const sold = online.exec(bare);
  const group = sold === null || sellers.test(bare.slice(0, sold.index)) ? bare : bare.slice(0, sold.index);
  const parts = group.split(/,\s/);
  const last = parts.findIndex((part) => /(?:^| )(?:and|or|&) /.test(part));
  const isList = last > 0 && parts.slice(0, last + 1).every((part) => part.split(' ').length < 7);
  return isList ? parts.slice(0, last + 1).join(', ') : (parts[0] ?? '');
}

/** "immigrants" alone says less than "immigrants in Canada". */
function without(head: string, part: RegExp): string {
  const short = head.replace(part, '');
  return short.includes(' ') ? short : head;
}

const people = new RegExp(String.raw`^${peopleWord}$`, 'i');

/** The group before what it does or gets: "small restaurants their own page", "coaches plan sessions". */
export function objectGroupIn(words: string): string {
  const said = (words.split(end)[0] ?? '').split(' ');
  for (let at = 1; at < said.length; at += 1) {
    const word = said[at] ?? '';
    const before = said[at - 1]?.replace(/,$/, '') ?? '';
    if (/ing$/.test(before) && word === 'to') continue;
    if (
      /^(?:to|a|an|the|their|your|its|his|her|with|without|by|through|into|about|from|one|everything|what|back|more|better|less|instant)$/i.test(
        word,
      )
    )
      return groupIn(said.slice(0, at).join(' '));
    if (/^[A-Z]{2,}$/.test(word) && /s$/.test(before)) return groupIn(said.slice(0, at).join(' '));
    if (isBase(word) && (people.test(before) || /s$/.test(before)) && !/,$/.test(said[at - 1] ?? ''))
      return groupIn(said.slice(0, at).join(' '));
  }
  return groupIn(words);
}

const names = new RegExp(String.raw`^${peopleWord}$`, 'i');
/** What follows the noun of a group. */
const qualifier =
  /,?\s(?:who|that|whose|who've|with|without|in|on|at|of|aged|over|under|above|from|to|near|across|between|after|before|abroad|online|too|doing|working|living|moving|returning|looking|learning|running|using|starting|wanting|building|selling|trying|caring|travelling)(?=\s|$)/i;
/** Whether a phrase ends or begins with a word for people, firms or animals. */
export const namesPeople = (group: string): boolean => names.test(group.split(qualifier)[0]?.split(' ').at(-1) ?? '');
