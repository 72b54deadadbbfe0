import { splitOf } from './clauses.ts';
import { isPain } from './pain.ts';
import { evenText, sentencesOf } from './sentences.ts';
import { type Statement, statementsOf } from './statements.ts';
import { baseOf } from './verbs.ts';

/** A description, cut into what it says. */
export interface Reading {
  readonly text: string;
  readonly sentences: readonly string[];
  readonly statements: readonly Statement[];
  /** The name of the business or product, '' if none is found. */
  readonly brand: string;
  /** Whether a subject is the business or what it sells. */
  readonly isOwn: (subject: string) => boolean;
}

/** What a business sells and for whom stands at the start. */
const longestRead = 2_000;
export const excluded = String.raw`\bnot (?:made |built |meant |suitable )?for`;
const exclusions = new RegExp(String.raw`${excluded}[^.;!?\n]*`, 'gi');

const capital = String.raw`[A-ZÀ-Þ][\wß-ÿ&'.]*(?:-[\w]+)?(?: (?:&|of|the|and(?= [A-Z])|[A-Z\d][\wß-ÿ&'.-]*)){0,3}`;
/** Words that begin sentences with a capital and are no names. */
const common =
  /^(?:We|I|It|Our|My|The|This|These|They|You|Your|A|An|There|Here|What|Who|Why|How|When|If|So|And|But|For|With|No|Not|Every|Each|All|Most|Many|Some|People|Everyone|Nobody|Stop|Never|Local|Online|Mobile|Family|Handmade|Custom|Free|New|Today|Currently|Instead|Unlike|Think|Hi|Hello|Hey|Professional|Hiring|Buying|Selling|Finding|Getting|Running|Managing|Traditional|Most|\w+ing)$/;
const named = [
  new RegExp(String.raw`^(${capital})(?: is| are)(?= (?:an?|the|your|my|our)\s)`),
  new RegExp(String.raw`^((?:The )?${capital})(?::|\s[-–—|]|,(?= an? ))\s`),
  new RegExp(String.raw`^(?:At|With|Meet|Introducing|Try) (${capital})(?=[,.!:]|\s[a-z])`),
  new RegExp(
    String.raw`\b(?:use|uses|using|with|plug in|switch to|choose|join|called|name is|try|built|founded|started|launched|run) (${capital})(?=[,. ]|$)`,
  ),
];

function brandOf(sentences: readonly string[]): string {
  const [first = ''] = sentences;
  if (
    /^[A-Z][\w&'-]+(?: [A-Z][\w&'-]+){0,2}$/.test(first) &&
    !common.test(first.split(' ')[0] ?? '') &&
    sentences.length > 1 &&
    first.split(' ').length < 3
  )
    return first;
  const parts = [...sentences, ...sentences.flatMap((sentence) => sentence.split(/:\s/).slice(1))];
  for (const pattern of named) {
    for (const part of parts) {
      const name = pattern.exec(part)?.[1] ?? '';
      const start = name.replace(/^The (?=[A-Z])/, '').split(' ')[0] ?? '';
      const isTrouble = isPain(part.split(/[,:]\s|\s(?:and|for|who|that|which)\s/)[0] ?? '');
      if (name !== '' && !common.test(start) && !isTrouble && !known.test(name)) return name;
    }
  }
  const camel = /(?:^|[.!?] )([A-Z][a-z]+[A-Z]\w*) /.exec(sentences.join('. '))?.[1];
  if (
    camel !== undefined &&
    !known.test(camel) &&
    !parts.some(
      (part) =>
        part.startsWith(camel) &&
        (isPain(part.split(/,|\s(?:so|for|who|that|which|without)\s/)[0] ?? '') || /\bbut\b/.test(part)),
    )
  )
    return camel;
  // "Threadwell connects brands with factories"
  for (const part of parts) {
    const split = splitOf(part);
    const name = split?.subject ?? '';
    const verb = split?.predicate.split(' ')[0] ?? '';
    if (
      isName.test(name) &&
      !common.test(name.split(' ')[0] ?? '') &&
      !known.test(name) &&
      (baseOf(verb) !== undefined || /^(?:is|has|will|can)$/.test(verb)) &&
      !isPain(
        (split?.predicate ?? '')
          .split(' ')
          .slice(0, 5)
          .join(' ')
          .split(/\s(?:for|who|that)\s/)[0] ?? '',
      )
    )
      return name;
  }
  return '';
}

const isName = new RegExp(`^${capital}$`);

/** Products that everybody knows are those of others. */
export const known =
  /^(?:Google|Facebook|Instagram|WhatsApp|YouTube|TikTok|LinkedIn|Twitter|Slack|Trello|Jira|Notion|Asana|Excel|Word|Outlook|Gmail|Zoom|Salesforce|HubSpot|Zendesk|Mailchimp|Shopify|Amazon|Etsy|eBay|Airbnb|Booking|Uber|Deliveroo|Netflix|Spotify|Apple|Microsoft|Adobe|Photoshop|Canva|QuickBooks|Xero|Stripe|PayPal|AWS|Azure|Heroku|Datadog|Firebase|ChatGPT|Duolingo|Tinder|Upwork|Fiverr|Calendly|Squarespace|Wix|WordPress|Gumtree|Craigslist|Zapier|Airtable|Figma|GitHub|Docker|Kubernetes|Postgres|HMRC|IRS|CBT|VAT|SEO)\b/i;

const ownWords =
  /^(?:we|i|us|it|this|these|here|our .*|my .*|ours|mine|each|every .*|each .*|all .*|everything|pricing|prices|delivery|setup|shipping|support|the (?:whole )?(?:app|kits?|tool|courses?|box|platform|software|service|product|book|plugin|class(?:es)?|lessons?|sessions?|reports?|team|result|first .*|system|site|website|shop|programme?|package|price|report|food|recipe|fabric))$/i;

/** What follows the name of the product is its verb, even one that is not in the list. */
function withVerb(one: Statement, brand: string): Statement {
  const predicate =
    one.predicate === '' && brand !== '' && one.text.startsWith(`${brand} `) ? one.text.slice(brand.length + 1) : '';
  return /^[a-z]+s /.test(predicate) ? { ...one, subject: brand, predicate } : one;
}

export function readingOf(description: string): Reading {
  const text = evenText(description.slice(0, longestRead)).replace(exclusions, ' ');
  const sentences = sentencesOf(text);
  const brand = brandOf(sentences);
  return {
    text,
    sentences,
    statements: sentences.flatMap(statementsOf).map((one) => withVerb(one, brand)),
    brand,
    isOwn: (subject) =>
      ownWords.test(subject) ||
      (brand !== '' &&
        new RegExp(String.raw`^${brand.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\wß-ÿ])`, 'i').test(subject)),
  };
}
