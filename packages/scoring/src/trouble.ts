import type { Sign } from './fit.ts';

/** Words about problems, and about the feelings they cause. A single one is weak evidence. */
const TROUBLE =
  /\b(?:broken?|breaks|breaking|crash(?:es|ed|ing)?|leak(?:s|ed|ing|y)?|fail(?:s|ed|ing|ure)?|lost|losing|dead|died|stuck|stain(?:s|ed)?|smell(?:s|y)?|nois[ey]|wrong|worse|worst|terrible|awful|horrible|brutal|embarrass\w*|ashamed|scared|panic\w*|dread\w*|hate|sick of|tired of|exhaust\w+|overwhelm\w+|hopeless|desperate|angry|annoy\w+|cried|cry(?:ing)?|complain\w*|refus\w+|ignor\w+|disappear\w*|vanish\w*|damage\w*|ruin\w*|cancell?(?:s|ed|ation|ations|ing)?|behind on|overdue|wast(?:e|ed|ing)|mess|chaos|nothing (?:works|helps?|worked|i do)|nobody|no one|can't|cannot|couldn't|won't|unable|impossible|too (?:much|expensive|slow|late|hard)|once again|(?:second|third|fourth|fifth) time|every (?:single )?(?:day|night|week|morning|time|evening)|doubled|tripled|wit's end|out of ideas|giv(?:e|ing) up|hurts?|pain(?:ful)?|bloody|drop(?:s|ping)|forg(?:et|ot)\w*|by hand|hours (?:a|every|each)|no idea|never (?:works|worked|comes?|came))\b/g;

/** Number of characters of a body that are searched, because authors mention problems early. */
const READ = 900;

/**
 * Detects a problem of the author without a typical phrase: several such words in a first-person text. `firstPerson` is
 * 0 to 1. Both texts must be folded. Null if there is too little evidence.
 */
export function ownTrouble(title: string, body: string, firstPerson: number): Sign<'problem'> | null {
  if (firstPerson < LEAST_FIRST_PERSON) return null;
  const inTitle = [...title.matchAll(TROUBLE)];
  const inBody = [...body.slice(0, READ).matchAll(TROUBLE)];
  const words = new Set([...inTitle, ...inBody].map(([word]) => word)).size + (inTitle.length > 0 ? 1 : 0);
  const [first] = inTitle.length > 0 ? inTitle : inBody;
  if (!first || words < 2) return null;
  return {
    category: 'problem',
    strength: Math.min(MOST, 0.15 + 0.15 * words),
    evidence: {
      field: inTitle.length > 0 ? 'title' : 'selftext',
      start: first.index,
      end: first.index + first[0].length,
    },
  };
}

/** Reached if about every thirtieth word is "I", "my" or "we". */
const LEAST_FIRST_PERSON = 0.35;
const MOST = 0.75;
