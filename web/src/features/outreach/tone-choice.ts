import { type Tone, tones } from '@earshot/proto/values';
import type { Words } from './drafts.ts';
import { texts } from './texts.ts';

const ownMark = 'own:';

/** One of our tones, or one of the user's own by its name. */
export type ToneChoice = Tone | `${typeof ownMark}${string}`;

const isOwnChoice = (text: string): text is `${typeof ownMark}${string}` => text.startsWith(ownMark);

export const ownChoice = (name: string): ToneChoice => `${ownMark}${name}`;

/** Reads a choice from the address; null for anything else. */
export function readTone(text: string | null): ToneChoice | null {
  if (text !== null && isOwnChoice(text)) return text;
  return tones.find((tone) => tone === text) ?? null;
}

/** The tone of a text. */
export const toneOf = ({ tone, ownTone }: Pick<Words, 'tone' | 'ownTone'>): ToneChoice =>
  ownTone === null ? tone : ownChoice(ownTone);

export function toneLabel(choice: ToneChoice): string {
  const ours = tones.find((tone) => tone === choice);
  return ours ? texts.tones[ours] : choice.slice(ownMark.length);
}

/** The choice as a request has it. */
export function toneFields(choice: ToneChoice): { readonly tone?: Tone; readonly ownTone?: string } {
  const ours = tones.find((tone) => tone === choice);
  return ours ? { tone: ours } : { ownTone: choice.slice(ownMark.length) };
}
