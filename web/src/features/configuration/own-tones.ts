import type { OwnTone } from '@earshot/proto/http/lead';
import { tones as builtIn } from '@earshot/proto/values';
import { texts } from './texts.ts';

/** Characters that nobody types: a form compares its values as texts, and this one holds a list. */
const [betweenTones, betweenParts] = ['\u001e', '\u001f'];

const isEmpty = ({ name, example }: OwnTone) => name.trim() === '' && example.trim() === '';

/** A user's own tones as the form holds them. Empty ones at the end are left out. */
export function tonesText(tones: readonly OwnTone[]): string {
  const last = tones.findLastIndex((tone) => !isEmpty(tone));
  return tones
    .slice(0, last + 1)
    .map(({ name, example }) => `${name}${betweenParts}${example}`)
    .join(betweenTones);
}

/** The tones in the form, also those that are not complete. */
export function tonesIn(text: string): OwnTone[] {
  if (text === '') return [];
  return text.split(betweenTones).map((part) => {
    const [name = '', example = ''] = part.split(betweenParts);
    return { name, example };
  });
}

/** The tones to save. */
export const tonesToSave = (text: string): OwnTone[] => tonesIn(text).filter((tone) => !isEmpty(tone));

/** The id of a field of a tone, which names its error. */
export const toneField = (index: number, part: keyof OwnTone) => `ownTones.${index}.${part}`;

/** A tone needs an example and a name that no other tone has, built-in ones included. */
export function checkTones(text: string): Readonly<Record<string, string>> {
  const tones = tonesIn(text);
  const names = [...builtIn, ...tones.map(({ name }) => name.trim().toLowerCase())];
  const errors = tones.flatMap((tone, index): [string, string][] => {
    if (isEmpty(tone)) return [];
    const at = builtIn.length + index;
    const isTaken = names.indexOf(names[at] ?? '') < at;
    if (tone.name.trim() === '') return [[toneField(index, 'name'), texts.toneNeedsName]];
    if (isTaken) return [[toneField(index, 'name'), texts.toneNameTaken]];
    return tone.example.trim() === '' ? [[toneField(index, 'example'), texts.toneNeedsExample]] : [];
  });
  return Object.fromEntries(errors);
}
