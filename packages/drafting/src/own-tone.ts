import type { OwnTone } from '@earshot/proto/http/lead';
import type { Tone } from '@earshot/proto/values';
import type { DraftRequest } from './drafter.ts';

/** Greetings that a draft can begin with, followed by the reader's name. */
const GREETING =
  /^(?:hi|hey|hiya|howdy|hello|dear|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|bonjour|salut|hola|buenos días|buenas tardes)\b/iu;
const INFORMAL = /^(?:hi|hey|hiya|howdy|moin|servus|salut|hola)\b/iu;
/** The longest last line that can be a closing, in characters; a longer one belongs to the text. */
const longestClosing = 60;

/** How the owner begins and ends messages; null where the example does not show it. */
interface Manners {
  readonly greeting: string | null;
  readonly closing: string | null;
}

/** Reads greeting and closing from the owner's example. */
export function ownManners({ example }: OwnTone): Manners {
  const lines = example
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.at(-1) ?? '';
  return {
    greeting: GREETING.exec(example.trim())?.[0] ?? null,
    closing: lines.length > 1 && last.length <= longestClosing && !GREETING.test(last) ? last : null,
  };
}

/** The one of our tones that is closest to the owner's. */
export function nearestTone({ tone, ownTone }: DraftRequest): Tone {
  return ownTone && INFORMAL.test(ownTone.example.trim()) ? 'casual' : tone;
}
