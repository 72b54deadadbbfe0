import { isPain, marketing } from './pain.ts';
import { people } from './people.ts';
import { name, shortened, withoutArticle } from './sentences.ts';

const verbs = (list: string) => list.split(' ');
const third = (verb: string) => (/(?:ch|sh|s|x)$/.test(verb) ? `${verb}es` : verb.replace(/y$/, 'ie') + 's');
/** Their objects are the offer: "we sell Y". */
const producing = verbs(
  'sell make build offer provide run design develop create bake produce write manufacture import supply stock roast brew grow do install print host organise organize publish craft sew knit rent hire lease lend own operate deliver ship serve',
);
const goods = String.raw`(?:${producing.join('|')})(?: out)?`;
const goodsThird = String.raw`(?:${producing.map(third).join('|')})(?: out)?`;
/** Verbs after "we" that name no service. */
const stating =
  'help|want|need|love|like|believe|know|think|have|had|can|will|would|could|come|came|work|live|hope|understand|get|see|started|save|take|give|are|am|was|were|never|only|also|always|all|just|do|did|don|use|used|look|go|keep|put|let|bring|answer|show|treat|charge|cover|serve|specialise|specialize|focus';

interface Opening {
  readonly pattern: RegExp;
  /** Whether the sentence must be the first that is no slogan. */
  readonly isFirstOnly?: boolean;
}
/** What follows these openings of a sentence is the offer. The first group is it. */
const openings: readonly Opening[] = [
  // "I founded Paper Moon, a press that ..."
  {
    pattern: new RegExp(
      String.raw`^(?:[Ww]e|I|i) (?:started|founded|launched|created|opened|built|run|own) ${name}, (?:an? |the )([^.:;!?\n]{2,150})`,
    ),
  },
  // "we are a company that makes oak doors"
  {
    pattern: new RegExp(
      String.raw`(?:agency|company|team|business|firm|startup|collective|couple|family|pair) (?:that|who|which) (?:${goods}|${goodsThird}) ([^.:;!?\n]{2,150})`,
    ),
  },
  // "Tabloom is a till for market stalls", "I'm a piano tuner", "it's a time tracker"
  {
    pattern: new RegExp(
      String.raw`^(?:${name}|[Ww]e|I|i|[Ii]t|[Tt]his|(?:[Oo]ur|[Mm]y|[Tt]he) [\w-]+)(?: is| are| am|'s|'re|'m) (?:an? |the |your )([^.:;!?\n]{2,150})`,
    ),
  },
  // "Tabloom is till software which ..."
  { pattern: new RegExp(String.raw`^${name} (?:is|are) ([^.:;!?\n]{2,150})`), isFirstOnly: true },
  // "Tabloom - till for market stalls", "Tabloom: till software"
  { pattern: new RegExp(String.raw`^${name}(?::|\s?[-–—])\s([^.:;!?\n]{2,150})`), isFirstOnly: true },
  // "we sell loose tea", "our firm rents out tents", "My sister and I run a small nursery"
  {
    pattern: new RegExp(
      String.raw`^(?:[Ww]e|I|i|[Mm]y [\w-]+ and (?:I|i)|[Oo]ur [\w-]+|[Tt]hey)(?: also| mainly| only| hand| proudly)?[ -](?:[a-z]+ and )?(?:${goods}):? ([^.:;!?\n]{2,150})`,
    ),
  },
  // "Fenn & Co installs solar panels", "our studio offers pottery evenings"
  {
    pattern: new RegExp(
      String.raw`^(?:${name}|(?:[Oo]ur|[Mm]y) [\w-]+) (?:[a-z]+s and )?(?:${goodsThird}) ([^.:;!?\n]{2,150})`,
    ),
  },
  // "we restore sash windows"
  { pattern: new RegExp(String.raw`^(?:[Ww]e|I|i) ((?!(?:${stating})\b)[a-z]{3,} [^.:;!?\n]{2,150})`) },
  // "We come to your driveway and change tyres"
  { pattern: /^(?:[Ww]e|I|i) (?:come|drive|travel|go) to [^,.:;!?\n]{3,40} and ([^.:;!?\n]{2,100})/ },
  // "Our app counts calories"
  {
    pattern:
      /^(?:Our|our|My|my|This|this|The(?= [\w-]* ?[A-Z])) ((?!shop|company|team|studio|business|customers|clients)(?:[\w-]+ ){1,3}?)(?=(?!is\b)[a-z]{2,}s\b)/,
    isFirstOnly: true,
  },
];
/** Nouns that need their "for ..." to say what is offered: "directory for wild campsites". */
const container =
  /\b(?:marketplace|platform|directory|site|website|service|agency|finder|calculator|tool|app|course|tutors?|lessons|kits?|parts|accessories)$/i;
const general =
  /^(?:app|tool|platform|software|agency|company|service|website|plugin|bot|product|system) (?:that|which|connecting|matching) [^.,:;!?()\n]{3,60}?(?=[.,:;!?()\n]|\s(?:for|so|and|with|in|when|because)\s|$)/i;
/** Where the offer ends and its purpose, its audience or another statement begins. */
const afterOffer =
  /(?:(?<!^learn|^learn how)\s(?:for|that|which|who|to|helping|connecting|matching|linking|so|where|when|because|built|made|designed|aimed|used|with|in|near|across|around|from|through|via|without|by|while|once|at(?! home)|after|before)\s|\s(?:and|but) (?:i|we|my|our|it|you|they)\s|\s[-–—]\s).*$/i;
/** "is here to help" and "finds homes" are statements, not offers. */
const statement =
  /^(?:here|there|now|not|no|too|so|very|helping|proud|committed|based|located|open(?= (?:daily|every|to|from|until|on|all|\d))|available|always|one|it|sure|life(?= (?:easier|simpler|better))|them|this|that|everything|things|getting|finding|people|on|in|at|for|from|with|by|to|within|nationwide|every|same|free|straight|directly|our|fully|only|less|more|better|cheaper|faster|pain|nightmare|hassle|mess|chore|headache)(?![\w-])|\b(?:is|are|am|was|we|i|you|they|it|us|finds|helps|gets|gives|lets|takes|makes|have|has|can|will|don't|doesn't|need|needs|want)\b/i;
/** A greeting or another beginning that says nothing. */
const filler =
  /^(?:(?:hi|hello|hey|so|basical+y|well|ok)(?: there| all| everyone)?[,!]? )*(?:(?:i'm|i am|my name is|we're|we are) [A-Z]\w+(?: and [A-Z]\w+)?(?:,| and) (?=(?:i|we)\b))?/i;
/** "After ten years as a chef, I ...", "Unlike a gym, Parkfit ..." */
const before = /^(?:after|since|as|for|in|with|unlike|instead of|like) [^,.:;!?]{1,80}, (?=(?:we|i)\s|[A-Z])/i;

/** What is sold, as the first sentences name it. */
export function offerOf(sentences: readonly string[]): string {
  const plain = sentences.slice(0, 5).map((sentence) => sentence.replace(filler, ''));
  const heads = plain.map((sentence) => sentence.replace(before, ''));
  const first = heads.find((sentence) => !marketing.test(sentence)) ?? '';
  for (const sentence of heads) {
    for (const { pattern, isFirstOnly } of openings) {
      if (isFirstOnly === true && sentence !== first) continue;
      const offer = thingIn(pattern.exec(sentence)?.[1] ?? '');
      if (
        offer !== '' &&
        !(isFirstOnly === true && isPain(sentence.split(/[,:]|\s(?:for|who|that|which|if|and)\s/)[0] ?? ''))
      )
        return offer;
    }
    if (sentence === first && plain.includes(sentence) && !/^(?:our|my|this|these) /i.test(sentence)) {
      const offer = titleIn(sentence);
      if (offer !== '') return offer;
    }
  }
  return brandIn(heads);
}

/** A text that begins with the offer itself: "Forklift training, one day". */
function titleIn(sentence: string): string {
  const title = thingIn(/^[^.:;!?()\n]{2,150}/.exec(sentence)?.[0] ?? '');
  const words = title.split(' ').length;
  const isShort = words <= 8 && (words > 1 || !/^[\w-]+,/.test(sentence));
  return isShort && !isPain(sentence.split(/\s(?:for|who|that)\s/)[0] ?? '') ? title : '';
}

const does = new RegExp(
  String.raw`^(?!\w+ing\b)(${name} (?:[a-z]{2,}[a-rt-z]s|[a-z]+(?:sh|ch|s)es) [^.,:;!?()\n]{2,100}?)(?=[.,:;!?()]|\s[-–—]\s|\sand\s|$)`,
);

/** Only the name with what it does: "Plainpaper rewrites contracts". */
function brandIn(sentences: readonly string[]): string {
  for (const sentence of sentences) {
    const clause = does.exec(sentence)?.[1];
    if (clause !== undefined && !isPain(clause)) return shortened(clause);
  }
  return '';
}

function thingIn(text: string): string {
  const bare = withoutArticle(text);
  // "Tool that turns podcasts into blog posts": the noun alone says too little.
  const cut = general.exec(bare)?.[0] ?? bare.replace(afterOffer, '');
  const purpose = container.test(cut)
    ? (/^ for(?: (?!(?:with|and|or|that|who|in|your)\b)[\w-]+){1,3}/.exec(bare.slice(cut.length))?.[0] ?? '')
    : '';
  const kept = people.test(purpose) ? cut : cut + purpose;
  const isList = /^[^,]{2,40}(?:, [^,]{2,40}){1,4},? (?:and|&|or) [^,]{2,60}$/.test(kept);
  const thing = shortened(
    isList ? kept : (kept.split(/,|\s(?:and|but)\s(?=[a-z]+s? (?:the|them|it|your)\b)/)[0] ?? ''),
  );
  return thing.length > 2 && !statement.test(thing.split(/\s(?:that|which)\s/)[0] ?? '') ? thing : '';
}
