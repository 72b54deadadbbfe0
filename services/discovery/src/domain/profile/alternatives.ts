import type { Candidate, Judge } from './judge.ts';
import { namesPeople } from './groups.ts';
import { isPain } from './pain.ts';
import { known, type Reading } from './reading.ts';
import { withoutArticle } from './sentences.ts';
import { isBase } from './verbs.ts';
import type { Statement } from './statements.ts';

const rest = String.raw`([^.;:!?()"\n]{2,140})`;
const after = (words: string) => new RegExp(String.raw`(?<![-\w])(?:${words})\s+${rest}`, 'gi');
const customers = String.raw`(?:users|clients|customers|people|members|owners|them|most|many|they|who|everyone|everybody|teams|parents|half)`;
/** What people use today, if it is not the product. */
const tool =
  /\b(?:whiteboards?|spreadsheets?|excel(?: sheets?)?|diar(?:y|ies)|notebooks?|paper|pen and paper|whatsapp(?: groups?)?|sticky notes|post-its|index cards|text messages|phone calls|emails?|inbox(?:es)?|clipboards?|google (?:sheets?|docs?|calendar|forms|drive|translate|maps)|outlook|trello|facebook groups?|shoe ?boxes|napkins|filing cabinets?|word documents?|powerpoint|binders?|group chats?|by hand|memory)\b/i;

interface Construct {
  readonly pattern: RegExp;
  readonly sure: number;
}
/** People keep something in it; what the business itself keeps is none. */
const habit = -1;
const constructs: readonly Construct[] = [
  {
    pattern: after(
      String.raw`(?:an? |the )?(?:[\w-]+ )?alternatives? to|unlike|compared (?:to|with)|ditch(?:ed|ing)?|outgr(?:own|ew|ow)|g(?:ave|ive|iven|iving) up on|switch(?:es|ed|ing)? (?:over )?from|(?:moved?|moving) (?:over |away )from|no need for|beats`,
    ),
    sure: 2,
  },
  { pattern: after('instead of|rather than|in place of'), sure: 1 },
  { pattern: /(?:^|\bit |\band |\b[A-Z]\w{1,30} |\bus )[Rr]eplac(?:es?|ing) ([^.;:!?()"\n]{2,140})/g, sure: 1.8 },
  {
    pattern: after(
      '(?:better|cheaper|faster|simpler|easier|quieter|safer|cleaner|kinder|healthier|greener|gentler|friendlier) (?:[\\w-]+ )?than',
    ),
    sure: 0.5,
  },
  { pattern: /,? not (?:an? |the |another )([a-z][^.;:!?()",\n]{3,60})/gi, sure: 0 },
  { pattern: after('(?:burn(?:ed|t)|let down|disappointed|ripped off) by'), sure: 0.5 },
  { pattern: after('no more|forget(?: about)?|goodbye to|rid of'), sure: -0.9 },
  { pattern: after('tired of|fed up with|sick of|bored of|without'), sure: -2.5 },
  {
    pattern: new RegExp(
      String.raw`\b${customers}\b[^.!?\n]{0,25}\s(?:come|came) (?:over |to us |here )?from ${rest}`,
      'gi',
    ),
    sure: 1,
  },
  {
    pattern: new RegExp(
      String.raw`\b${customers}\b[^.!?\n]{0,25}\s(?:have )?(?:already )?(?:tried|used to use|were using|had been using) ${rest}`,
      'gi',
    ),
    sure: 1.5,
  },
  {
    pattern:
      /(?:^|[.!?,]\s)(?:it's |it is )?(?:like )?(?:an? |the )?([A-Z][^.,;:!?\n]{1,30}?),? (?:but|except) (?:without|with|made)\b/g,
    sure: 1.5,
  },
  {
    pattern:
      /\b((?:normal|ordinary|usual|regular|standard|traditional|conventional|generic) [a-z][\w-]+(?: [\w-]+s)?)\b/g,
    sure: -0.8,
  },
  {
    pattern: /(?:^|[.!?,]\s)(?:it's |it is )?like (?:an? |the )?([^.,;:!?\n]{2,40}?),? (?:but|only|without)\s/gi,
    sure: 1.5,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:today|currently|still|mostly|usually|right now|at the moment|until now|${customers}|[a-z]+s)\b,?(?: (?:${customers}|still|mostly|usually|currently|just|only|often|were|are|have been|had been)){0,3} (?:use|using|rely on|relying on|relied on|juggle|juggling|depend on|make do with|work with|get by with|cobble together) ${rest}`,
      'gi',
    ),
    sure: 1,
  },
  {
    pattern:
      /\b(?:run|runs|running|manage|manages|managing|managed|organis\w+|organiz\w+|track|tracks|tracked|keep|keeps|kept|plan|plans|planned|do|does|did|done|handle|store|stored|write|collected?)\b [^.,;:!?\n]{0,40}?\s(?:from|in|on|with|via|over|using|by|through) ([^.;:!?\n]{2,120})/gi,
    sure: habit,
  },
  { pattern: /\b(?:can't|cannot|don't) (?:trust|rely on|afford) (?:to )?([^.,;:!?\n]{2,60})/gi, sure: 1 },
  { pattern: /\bjuggl(?:e|es|ing) ([^.;:!?()"\n]{2,140})/gi, sure: 1 },
  {
    pattern:
      /(?:^|[.!?,] )([A-Z]\w+(?: [A-Z]\w+)?) (?:is|are) (?:great|fine|good|nice|powerful|ok|okay|popular)[^.;!?]*? but\b/g,
    sure: 2,
  },
  { pattern: /\bfind ([A-Z]\w+(?: [A-Z]\w+)?) too\b/g, sure: 2 },
  { pattern: /\bwhat ([A-Z]\w+(?: [A-Z]\w+)?) (?:can't|cannot|doesn't|got|gets)\b/g, sure: 2 },
  {
    pattern: /\b(?:imports|migrates?|import your \w+) from ([A-Z\d]\w+(?:(?:, | and | or )[A-Z\d]\w+){0,3})/g,
    sure: 2,
  },
  { pattern: /\bpay(?:ing)? (?:[\w%-]+ ){1,4}?to ([^.,;:!?\n]{3,40})/gi, sure: 1 },
  { pattern: /\b(?:imitation|copy|clone) of ([A-Z]\w+)/g, sure: 1 },
];

/** Where the thing ends and another thought begins. */
const cut =
  /\s(?:for|but|so|because|while|when|before|until|if|it|we|you|they|our|at|in order|as|which|that|who|every|each|where|lack|are|is|can|do|don't|doesn't|and (?:it|we|you|they|never|no|then|have|has|are|is|lose|lost|spend|find|get|hope|forget|hoping|still))\s.*$|\s[-–—]\s.*$/i;
const mixed =
  /^(?:an? (?:mix|mixture|combination|pile|patchwork|bunch) of |both |several |multiple |two |three |lots of |expensive (?=consult)|having to (?:use|buy|rely on) |just )/i;

function things(words: string): string[] {
  const said = words
    .replace(/,? so .*$/i, '')
    .replace(
      /^\w+ing\s/.test(words) ? /\s(?:for|but|so|because|while|until|which|and (?:it|we|you|they))\s.*$/i : cut,
      '',
    )
    .trim();
  const parts = said.split(/,\s(?:and |or )?|\s(?:and|or|plus)\s(?:from |with |to |on |in )?/);
  return parts
    .map((part) => part.replace(/[,]+$/, '').replace(/'s [\w%€£$]+(?: fees?)?$/, ''))
    .filter(
      (part, at) =>
        at === 0 ||
        (part.split(' ').length < 7 &&
          !(isBase(part.split(' ')[0] ?? '') && /^\w+ (?:a|an|the|your|in|to|it|them|you)\b/i.test(part)) &&
          !/^(?:no|not|spent|lost|got|had|never|a lot|finds?|hop(?:e|ing))\b|^\w+ed\b/i.test(part)),
    )
    .map((part) => withoutArticle(part.replace(mixed, '')).replace(mixed, ''));
}

/** What others do who serve worse: "consultants charge six figures", "YouTube only teaches words". */
const worse =
  /^(?:only|often|usually|always|all|just|mostly|still)?\s?(?:wants?|needs? (?:a|you|weeks|months)|charges?|don't|doesn't|won't|can't|cannot|never|only|takes? (?:weeks|months|days|ages|hours|\d+)|costs?|makes? you|treats?|tastes?|falls? (?:apart|off)|breaks?|(?:is|are|get|gets|was|were) (?:too|so|very|either|often|usually|mostly|built|made|designed|full|expensive|slow|overpriced|useless|unreliable|boring|generic|clunky|bloated|hard|ugly|stale|stressful|impersonal|rigid|complicated)|use fake|rip|sells?|lock|ignores?|forgets?|would cost|hide|hurts?|start at|teach(?:es)? .* but not)/i;
const others =
  /^(?:most|other|big|large|cheap|traditional|conventional|ordinary|normal|regular|generic|high-street|supermarket|shop-bought|store-bought|off-the-shelf|generalist|national|average|the usual|an? full[- ]time|full[- ]time|an? in-house|hiring an?|typical|existing|standard|mass-produced)\s/i;
/** Those who often do it instead, where no customers are. */
const providers =
  /\b(?:freelancers|agencies|consultants|consultancies|templates|marketplaces|apps|kennels|hotels|supermarkets|tailors|jewellers|jewelers|printers|brokers|realtors|estate agents|lawyers|banks|gyms|chains|stores|dealers|dealerships|garages|call centres|big [\w ]+|quiz companies|rental companies|recruiters|tutors|platforms|kits|notebooks|textbooks|toys|bootcamps|clinics|spas)$/i;
/** What belongs to the customers, or is no thing of its own. */
const theirs =
  /^(?:their|your|our|his|her|its|my|nobody|no|it|they|you|we|he|she|this|that|these|those|there|most of|many of|half|each|every|everyone|people|customers|clients|users|the (?:board|bill|bank|result|problem|rest|day|data|last|first|best|worst)|all|what|who|how|\w+ing)\b/i;

/** Words before the name of a rival that are not part of it. */
const lead = /^(?:most|other|and|but) /i;
const fault = /'s (?:fees|prices|support|commission|terms)$/i;
const harsh = /^(?:makes? you|charges?|use fake|would cost|want an?)\b/i;
const lacking = /^(?:don't|doesn't|can't|cannot|won't)\b/i;

/** Others who serve worse: firms of a kind that often does it, products that everybody knows, the usual kind of thing. */
function otherIn({ subject, predicate, text }: Statement): Candidate[] {
  const [head = ''] = subject.split(/\s(?:on|in|at|from|of)\s/);
  const isWorse = worse.test(predicate) || providers.test(head);
  if (subject === '' || theirs.test(subject) || subject.split(' ').length > 6 || !(isPain(text) || isWorse)) return [];
  const name = withoutArticle(subject).replace(lead, '').replace(fault, '').replace(lead, '');
  const isUsual = others.test(subject) || providers.test(head);
  const isKnown = known.test(name) || tool.test(name);
  if (!isWorse && !isUsual && !isKnown) return [];
  const sure =
    (isUsual ? 1.2 : -0.5) +
    (isKnown ? 2 : 0) +
    (harsh.test(predicate) ? 0.9 : 0) -
    (namesPeople(name) ? 0.4 : 0) -
    (lacking.test(predicate) && !isUsual ? 2 : 0);
  return [{ text: name, sure }];
}

/** What people may use today instead, in the words of the text. */
export function alternativeCandidates({ sentences, statements, isOwn, brand }: Reading): Candidate[] {
  const own = statements.filter(({ subject }) => isOwn(subject)).map(({ text }) => text);
  const said = sentences.flatMap((sentence) =>
    constructs
      .filter(({ sure }) => sure !== habit || !own.some((text) => sentence.includes(text)))
      .flatMap(({ pattern, sure }) =>
        [...sentence.matchAll(pattern)].flatMap(([, words = '']) =>
          things(words).map((text) => ({
            text,
            sure: sure + ((sure > -1 && tool.test(text)) || known.test(text) ? 1.5 : 0),
          })),
        ),
      ),
  );
  const subjects = statements.filter(({ subject }) => !isOwn(subject)).flatMap(otherIn);
  const tools = statements
    .filter(
      ({ subject, text }) =>
        (!isOwn(subject) || (/^(?:i|we)$/i.test(subject) && /\b(?:was|were|used to)\b/.test(text))) &&
        (isPain(text) ||
          marketplaces.test(text) ||
          /\b(?:chaos|by hand|still|currently|right now|hell|mess)\b/i.test(text) ||
          /\bwas\b/.test(text)),
    )
    .flatMap(({ text }) => toolsIn(text));
  return [...said, ...subjects, ...tools]
    .map(({ text, sure }) => ({
      text: text.replace(/^by hand$/i, 'doing it by hand').replace(/^(spreadsheet|notebook|whiteboard|email)$/i, '$1s'),
      sure,
    }))
    .filter(
      ({ text }) =>
        text.length > 2 &&
        !nothing.test(text) &&
        !(isBase(text) && !/^(?:email|fax|post)/i.test(text)) &&
        (brand === '' || !text.includes(brand)),
    );
}

const nothing =
  /^(?:it|them|this|that|us|you|we|me|everything|anything|all over|word|referrals|near|around|local|nothing|one|two|there|here|your|having to|being|the|a|an|more|less|scratch|home|your own|other|others|another|most|ever|before|things?|stuff|customers|clients|users|people|everyone|days|weeks|months|hours|minutes|years|lot|day|problem|robot|number|usual|normal way)\b(?! of mouth)|^[\d£$€]/i;

const marketplaces = /\b(?:Facebook Marketplace|Gumtree|eBay|Craigslist|Upwork|Fiverr|Alibaba|Checkatrade)\b/;

/** "lose a day to Excel rotas" */
const toolsIn = (text: string): Candidate[] =>
  [
    ...text.matchAll(
      new RegExp(
        String.raw`(?:(?:shared|paper|old|wall|big|giant) )?(?:${tool.source}|\\b(?:Facebook Marketplace|Gumtree|eBay|Craigslist|Upwork|Fiverr|Alibaba|Airbnb|Checkatrade|Etsy|Google Translate|ChatGPT)\\b)(?: (?:rotas|lists|sheets|diaries|groups|calendars|threads|records|logs|tickets|forms|chains|files))?`,
        'gi',
      ),
    ),
  ].map(([one]) => ({ text: one, sure: 0.3 }));

const clamp = (odds: number) => Math.max(-2.5, Math.min(2.5, odds));

export function bestAlternatives(candidates: readonly Candidate[], judge: Judge): string[] {
  return candidates
    .filter(({ text, sure }) => {
      const { means, trouble } = judge(text);
      return sure + clamp(means) - Math.max(0, clamp(trouble)) * 0.5 > 0;
    })
    .map(({ text }) => text);
}
