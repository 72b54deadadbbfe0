import { mentionsIn } from '@earshot/text/places';
import { isPain } from './pain.ts';
import { peopleWord } from './people.ts';
import { clausesOf, withoutArticle } from './sentences.ts';

/** One thing or several: "Trello and from paper". */
const things = String.raw`([^.,;:!?()"\n]{2,80}?)(?=\s*(?:[.,;:!?()"\n]|\s[-–—]\s|$)|\s(?:but|so|because|while|when|before|which|that|who|until|you)\s)`;
const after = (words: string) =>
  new RegExp(String.raw`(?<![-\w])(?:${words})\s+(?:an? mix of |an? |the |your |their )?${things}`, 'gi');
const customers = String.raw`(?:users|clients|customers|people|members|owners|them|most|many|they|who)`;
/** What people use today, if it is not the product. */
const tool = String.raw`(?:(?:[\w-]+ )?(?:whiteboard|spreadsheet|diar(?:y|ies)|notebook|paper|WhatsApp group|sticky note|index card|text message|phone call|email|clipboard|form|note)s?|Excel|Word|Google (?:Docs|Sheets)|WhatsApp|Outlook|Trello|Facebook groups?)`;

/** What follows these words is used instead of the product. */
const compared = [
  // "instead of paper", "unlike Splitwise", "cheaper than a studio", "It replaces paper lists"
  after(
    String.raw`instead of(?! \w+ing\s)|alternatives? to|replaces|rather than(?! \w+ing\s)|unlike|(?:better|cheaper|faster|simpler|easier|quieter|safer|cleaner|kinder|healthier|greener|gentler|friendlier) than|ditch(?:ed|ing)?|outgr(?:own|ew|ow)|g(?:ave|ive|iven|iving) up on|no more(?= (?:spreadsheets|paper|Excel|WhatsApp)\b)|switch(?:es|ed|ing)? (?:over )?from|(?:moved?|moving) (?:over |away )from`,
  ),
  // "Most of our members came from a gym"
  new RegExp(
    String.raw`\b${customers}\b[^.!?\n]{0,20}\s(?:come|came) (?:over |to us |here )?from (?:an? |the )?${things}`,
    'gi',
  ),
  // "Many of our clients tried a diet before"
  new RegExp(
    String.raw`\b${customers}\b[^.!?\n]{0,20}\s(?:tried|used to use) (?!everything|it\b|us\b|them\b|to\b)${things}`,
    'gi',
  ),
  // "Like Calendly but for car workshops"
  /(?:^|[.!?]\s)(?:it's |think )?like (?:an? |the )?([^.,;:!?\n]{2,40}?),? (?:but|only|without)\s/gi,
  // "Today they use a shared calendar", "most practices still send postcards"
  new RegExp(
    String.raw`\b(?:today|currently|still|mostly|usually|at the moment|until now)\b,?(?: ${customers})? (?:use|using|rely on|juggle|run on|work with|send|print|fill in) (?:an? mix of |an? |the )?(?!it\b|us\b|our\b)${things}`,
    'gi',
  ),
  new RegExp(
    String.raw`\b${customers} (?:use|rely on|juggle) (?:an? mix of |an? |the )?(?!it\b|us\b|our\b)([^.,;:!?\n]{2,60}?) (?:today|at the moment|now|for this)\b`,
    'gi',
  ),
  // "Wheelchair users can't trust Google Maps"
  /\b(?:can't|cannot|don't) (?:trust|rely on|afford) ([A-Z]\w+(?: [A-Z]\w+)?)/g,
  // "Most hosts use Gumtree", "most couples we asked were using Splitwise"
  new RegExp(
    String.raw`\b(?:most|many|half of|some)\s[^.,;:!?\n]{2,30}?\s(?:use|used|uses|rely on|are using|were using)\s(?!it\b|us\b|our\b|to\b)(?:an? mix of |an? |the )?${things}`,
    'gi',
  ),
  // "It's what Google Translate can't do", "imports from LastPass"
  /\bwhat ([A-Z]\w+(?: [A-Z]\w+)?) (?:can't|cannot|doesn't|got|gets)\b/g,
  /\b(?:imports|migrates?|import your \w+) from ([A-Z\d]\w+(?:(?:, | and | or )[A-Z\d]\w+){0,3})/g,
  // "paying 12% to Gumtree"
  /\bpay(?:ing)? (?:[\w%-]+ ){1,4}?to ([A-Z]\w+)/g,
];
/** "most keep it in Excel or on index cards" */
const habit = /\b(?:still|today|currently|most|they|used to|juggl(?:e|es|ing)) [^.,;:!?\n]{0,50}/gi;
const means = new RegExp(
  String.raw`\b(by hand|(?:in|on|into|with|via|over|means|from|juggle|juggling) (?:an? |the |their |two |three |several )?${tool})\b`,
  'gi',
);
/** "the shared spreadsheet is always out of date" */
const failing = new RegExp(
  String.raw`^((?:the|their|an?|shared) ${tool}(?: in the \w+)?|Excel) (?:is|are|get|gets|never|always)\b`,
  'i',
);
/** "Supermarket bread goes stale, ours keeps a week": the usual kind of thing, which is worse. */
const usual =
  /^((?:supermarket|shop-bought|store-bought|high-street|off-the-shelf|mass-produced|traditional|conventional|ordinary) [\w-]+) ([a-z]+ .*)$/i;

/** "Kennels are stressful", "Big rental houses want a deposit": other firms, which serve worse. */
const others = new RegExp(
  String.raw`^((?:big|large|cheap|online|high-street|off-the-[\w-]+|shop-bought|store-bought|supermarket|mass-produced|traditional|conventional|frozen|pureed|plastic|generic|automatic|standard|ready-made|machine-made|printed|imported|factory|commercial|paper) (?:[\w-]+ ){0,2}?[\w-]+|(?:most|other|normal|regular|ordinary) (?!${customers}\b)(?:[\w-]+ )?(?!${peopleWord}\b)[\w-]+s|(?:[\w-]+ )?(?:kennels|agencies|agents|supermarkets|garages|gyms|banks|lawyers|chains|marketplaces|platforms|apps|templates|kits|guards)) (?:only|wants?|needs?|charges?|don't|doesn't|won't|never|takes?|costs?|sells?|treats?|looks?|tastes?|falls?|breaks?|arrives?|comes?|is|are|gets?|all)\b`,
  'i',
);
const otherIn = (clause: string): string =>
  isPain(clause) || / (?:only|wants?|needs?|charges?) /.test(clause)
    ? (others.exec(clause)?.[1] ?? '').replace(/^(?:most|other) /i, '')
    : '';

export const isOther = (clause: string): boolean => otherIn(clause) !== '';

/** "The weather report only says 'high'", "Eventbrite's fees eat up the profit" */
const limited =
  /^(?:the |an? )?((?:(?!(?:we|i|you|they|it|our|my|your|their|this|people|customers|clients|users|owners)\b)[\w'-]+ ){1,3}?)only (?:knows?|says?|shows?|teach|sells?|wants?|tells?|works?) |^([A-Z]\w+)'s (?:fees|prices|support|commission|terms)\b/i;

const limitedIn = (clause: string): string => {
  const [, thing, firm = ''] = limited.exec(clause) ?? [];
  return thing ?? firm;
};

/** The usual kind of thing and what is said about it. */
export function usualIn(sentence: string): { thing: string; faults: string[] } | null {
  const [first = '', ...more] = clausesOf(sentence);
  const [, thing, fault] = usual.exec(first) ?? [];
  return thing === undefined || fault === undefined || more.every((clause) => !/^ours\b/i.test(clause))
    ? null
    : {
        thing,
        faults: [
          fault,
          ...more.filter((clause) => !/^ours\b/i.test(clause)).flatMap((clause) => clause.split(' and ')),
        ],
      };
}

/** What people use today instead, in the words of the text. */
export function alternativesOf(text: string, sentences: readonly string[]): string[] {
  const said = compared.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, one = '']) => separate(one)));
  const troubled = sentences.flatMap(clausesOf).filter(isPain);
  const habits = [...[...text.matchAll(habit)].map(([clause]) => clause), ...troubled].flatMap((clause) =>
    [...clause.matchAll(means)].map(([, one = '']) =>
      one.replace(/^(?:in|on|into|with|via|over|means|from|juggle|juggling) /i, ''),
    ),
  );
  const clauses = sentences.flatMap((sentence) => [
    usualIn(sentence)?.thing ?? '',
    ...clausesOf(sentence)
      .flatMap((clause) => [clause, ...clause.split(' and ')])
      .map(
        (clause) => otherIn(clause) || limitedIn(clause) || (isPain(clause) ? (failing.exec(clause)?.[1] ?? '') : ''),
      ),
  ]);
  return [...said, ...habits, ...clauses].map(withoutArticle).filter((one) => one !== '' && !isPlace(one));
}

const separate = (list: string): string[] =>
  list
    .split(/\s(?:and|or)\s(?:from |with |to )?/)
    .filter(
      (one, at) =>
        at === 0 || (one.split(' ').length < 5 && !/^(?:no|\w+ed|spent|lost|got|had|it|we|i|they|never)\b/i.test(one)),
    );

const isPlace = (one: string): boolean =>
  /^(?:all over|word of mouth|referrals|near|around|local|everything|it|them|this|that|us)\b/i.test(one) ||
  mentionsIn(one).some(({ isCapital }) => isCapital);
