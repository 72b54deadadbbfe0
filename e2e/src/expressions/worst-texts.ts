import { hostileUnits, random, repeated } from '@earshot/core/testing';

const mixtures = 30;

/** Repeats of one hostile unit, of each word that an expression names, and of random mixtures of both. */
export function worstTexts(regex: RegExp, length: number): string[] {
  const words = regex.source.replace(/\\[a-z]/gi, ' ').match(/[a-z][a-z' -]*/gi) ?? [];
  const own = [...new Set(words)].flatMap((word) => [word, `${word} `]);
  const next = random(regex.source.length);
  const one = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? ' ';
  const mixed = Array.from({ length: mixtures }, () =>
    Array.from({ length: 2 + Math.floor(next() * 4) }, () => one(next() < 0.3 ? hostileUnits : [...own, ' '])).join(''),
  );
  return [...hostileUnits, ...own, ...mixed].map((unit) => repeated(unit, length));
}
