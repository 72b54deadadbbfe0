import { groupIn, namesPeople } from './groups.ts';
import { shortened, withoutArticle } from './sentences.ts';
import { craftIn } from './crafts.ts';

/** A phrase that may be the offer. The phrase with the highest worth is it. */
export interface Offer {
  readonly text: string;
  readonly worth: number;
}

/** Words after which a phrase states something, and names no thing. */
const statement =
  /^(?:here|there|now|not|no|too|so|very|helping|proud|committed|based|located|open(?= (?:daily|every|to|from|until|on|all|\d|mon|seven))|available|always|one of|it|sure|them|this|that|everything|things|getting|finding|on|in|at|for|from|with|by|to|within|every|same|free(?=$| (?:for|to|up|delivery|trial|quote))|straight|directly|fully|only|less|more|better|cheaper|faster|hard|easy|simple|made|designed|built|used|called|looking|trying|working|changing|passionate|dedicated|trusted|perfect|ideal|great|suitable|in beta|live(?= in\b| on\b|$)|two|three|four|five|six|\d+|born|tired|all about|where|what|how|why|backed|ready|registered|certified|licensed|insured|famous|known|about)\b/i;

/** These nouns alone say too little: what follows them is part of the offer. */
export const general =
  /\b(?:apps?|saas|tool|platform|software|service|services|agency|company|firm|business|website|site|plugin|add-on|bot|chatbot|assistant|product|system|solution|programme?|course|api|alternative|marketplace|extension|shop|store|studio|team|workshop|network|community|newsletter|podcast|directory|calculator|kit|kits|box|guide|school|practice|clinic|charity|startup|library|database|engine|dashboard|game|planner|package|collective|cooperative|co-op|consultancy|group|venue|space|subscription|club|device|gadget|machine|sessions?|classes|workshops|lessons|tutors?|specialist|provider|supplier|maker|operator|parts|accessories|equipment|templates?|tours?|training|events|place|camp|retreats?|coaching|consulting|portal|hub|tracker|finder|generator|builder|manager)$/i;

const clauseStart =
  /\s(?:that|which|who|where|to|for|connecting|matching|linking|helping|turning|with|of|in|about|built|made|designed|aimed)\s/i;
/** Where a clause that belongs to the offer ends. */
export const afterClause =
  /,\s(?![\w-]+ ones?$|[^,]{2,40}(?:, [^,]{2,60})*,? (?:and|&|or) [^,]{2,60}$).*$|\sby (?:an?|the)\s.*$|\s(?:so|because|when|while|without|instead|from [£$€\d]|at [£$€\d]|for [£$€\d])\s.*$|\s(?:and|but) (?:i|we|my|our|it|you|they)\s.*$/i;
/** Where the offer ends and its purpose, its audience or another statement begins. */
export const afterOffer =
  /\s(?:you (?:can|get)|by (?:an?|the)|for|that|which|who|to|helping|connecting|so|where|when|because|built|made|designed|imported|delivered|printed|crafted|sourced|shipped|grown|aimed|used|with|without|near|across|around|from|through|via|by|while|once|at(?! home)|after|before|using|based|since|instead|rather|tailored|straight|starting|on (?:Etsy|Amazon|eBay|Instagram|autopilot|demand))\s.*$|,\s(?!.*\b(?:and|&|or)\b).*$|\s(?:and|but) (?:i|we|my|our|it|you|they)\s.*$|\s\(.*$/i;

/** "in Leeds", "in the north" */
const place = /,\s[A-Z]\w+(?: (?:and |& )?[A-Z]\w+)*$|\sin (?=[A-Z]|the |your |an? |\d|under )[^,]*.*$/;

/** The thing at the start of the words, with what says which one it is. */
export function thingIn(words: string): string {
  const bare = leadingAdjectives(
    withoutArticle(
      words
        .replace(/\s?[()].*$|\s[-–—|]\s.*$/, '')
        .replace(
          /^(?:the )?(?:world's )?(?:first|best|only|leading|ultimate|number one|#1|easiest|simplest|fastest) (?:and only )?/i,
          '',
        ),
    ),
  );
  const start = clauseStart.exec(bare);
  const head = start === null ? bare : bare.slice(0, start.index);
  const isShort =
    head.split(' ').length < (/^ that /i.test(start?.[0] ?? '') ? 4 : 3) &&
    /^ (?:that|which|who) /i.test(start?.[0] ?? '');
  if (start !== null && (general.test(head) || isShort)) return shortened(clauseOf(bare, head));
  const cut = bare.replace(place, '').replace(afterOffer, '');
  const parts = cut.split(/,\s/);
  const isList = parts.length > 1 && /(?:^|\s)(?:and|&|or|\+)\s/.test(parts.at(-1) ?? '');
  return shortened(craftIn((isList ? cut : (parts[0] ?? '')).trim()));
}

/** "Enterprise-grade, AI-powered contract search" */
const leadingAdjectives = (text: string): string =>
  /,? (?:and|&|or) /.test(text.split(/[.;:]/)[0] ?? '') && !/^\w+(?:-\w+)+, /.test(text)
    ? text
    : text.replace(/^(?:[\w-]+, )+(?=[\w-]+ [\w-]+)/, '');

const madeFor = /^ (?:to|made for|built for|designed for) (.*)$/i;
const saysForWhom = /^ (?:to|for|made for|built for|designed for) (.*)$/i;

/** "Tool that turns podcasts into blog posts": the noun alone says too little; but a group is the audience. */
function clauseOf(bare: string, head: string): string {
  const said = bare.replace(afterClause, '');
  // "workshop that repairs sails for boat owners"
  const [, served = ''] = /^ (?:that|which) .*? for (.*)$/i.exec(said.slice(head.length)) ?? [];
  const whole = namesPeople(groupIn(served)) ? said.slice(0, -` for ${served}`.length) : said;
  // "Invoicing software for freelancers" says enough without them, "app for freelancers" does not.
  const isNamed = head.split(' ').length > 2;
  const before = isNamed ? saysForWhom : madeFor;
  const purpose = before.exec(whole.slice(head.length))?.[1];
  if (purpose !== undefined && namesPeople(groupIn(purpose.replace(/\s(?:for|in|so)\s.*$/i, '')))) return craftIn(head);
  const short = whole.length <= 110 ? whole : (/^(.*)\s(?:and|with|for|to|in)\s/i.exec(whole)?.[1] ?? whole) || head;
  return craftIn(short.replace(/\s(?:in|across|around) [A-Z][\w]+(?: [A-Z]\w+)*$/, ''));
}

/** Whether a phrase can be an offer. */
export const isThing = (text: string) =>
  (text.length > 2 || /^[A-Z]{2}$/.test(text)) &&
  !statement.test(text) &&
  !/^(?:you|your|we|they|us|i|he|she)\b/i.test(text) &&
  text.split(' ').length < 22;

const firm = /^(.+) (?:firm|company|business)$/i;
/** What a firm does, at the end of the words before "firm". */
const trade =
  /.ing$|. (?:and|&) .|\b(?:repair|cleaning|removal|design|software|insurance|law|pest control|landscape|tree|window|event|wedding|translation|catering|security|transport|logistics|moving|travel)s?$/i;
const praise =
  /^(?:(?:family-run|family-owned|award-winning|friendly|tiny|leading|full-service|trusted|professional|experienced|beautiful|innovative|powerful|all-in-one|premium|high-quality|affordable|reliable|one-person|female-led|UK-based|US-based) )+(?=\S+ ?\S*)/i;

/** Without praise, and a firm by what it does. */
export const plain = (text: string): string => {
  const bare = text.replace(/[,.!]+$/, '').trim();
  const short = bare.replace(praise, '');
  const whole = short.includes(' ') || short.length > 6 ? short : bare;
  const before = firm.exec(whole)?.[1];
  return before !== undefined && trade.test(before) ? before : whole;
};
