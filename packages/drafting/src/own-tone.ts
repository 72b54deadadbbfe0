import type { OwnTone } from '@earshot/proto/http/lead';
import type { Tone } from '@earshot/proto/values';
import type { DraftRequest } from './drafter.ts';

/** Greetings that a draft can begin with, followed by the reader's name. */
const GREETING =
  /^(?:hi|hey|hiya|howdy|hello|dear|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|bonjour|salut|hola|buenos días|buenas tardes)\b/iu;
const INFORMAL = /^(?:hi|hey|hiya|howdy|moin|servus|salut|hola)\b/iu;
const SIGNATURE = /^\p{Lu}[\p{L} ]{1,40}, ?\p{Lu}[\p{L}'-]{0,30}$/u;
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
  const last = lines.length > 1 ? (lines.at(-1) ?? '') : signatureOf(lines[0] ?? '');
  return {
    greeting: GREETING.exec(example.trim())?.[0] ?? null,
    closing: last !== '' && last.length <= longestClosing && !GREETING.test(last) ? last : null,
  };
}

/** The last sentence of an example without line breaks, if it is a signature such as "Cheers, Ada". */
function signatureOf(line: string): string {
  const ends = ['. ', '! ', '? '].map((end) => line.lastIndexOf(end));
  const last = line.slice(Math.max(...ends) + 1).trim();
  return SIGNATURE.test(last) ? last : '';
}

/** The one of our tones that is closest to the owner's. */
export function nearestTone({ tone, ownTone }: DraftRequest): Tone {
  return ownTone && INFORMAL.test(ownTone.example.trim()) ? 'casual' : tone;
}
