import { fold } from './fold.ts';
import { wordsInFolded } from './words.ts';

/** Languages other than English that are told apart, by their ISO 639-1 code, with their English names. */
const otherLanguages = {
  ar: 'Arabic',
  de: 'German',
  el: 'Greek',
  es: 'Spanish',
  fr: 'French',
  he: 'Hebrew',
  hi: 'Hindi',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  tr: 'Turkish',
  uk: 'Ukrainian',
  zh: 'Chinese',
} as const;
export type OtherLanguage = keyof typeof otherLanguages;
/** The codes of these languages. */
export const otherLanguageCodes: readonly string[] = Object.keys(otherLanguages);

/** Alphabets that belong to one language here. The first that has most of the letters counts. */
const alphabets: readonly (readonly [OtherLanguage, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];
const ukrainian = /[іїєґ]/iu;

/** Frequent words without meaning of their own, as `fold` writes them. Words that several of the languages have say nothing. */
const functionWords: Readonly<Partial<Record<OtherLanguage | 'en', string>>> = {
  en: 'the and is are of for with that this you we our my have has to it be not from they what how your can but',
  de: 'der die das und ist ich nicht wir mit fur auf ein eine einen auch sich wie oder aber haben sind von dem zu wenn',
  es: 'el los las una por para con que como pero mas muy esta este nuestro tengo hay alguien del su se lo es en',
  fr: 'le les des une est pour dans avec que qui nous vous pas mais sur je ce cette notre quelqu du au sont et',
  it: 'il gli della che per con una sono non come anche questo nostro qualcuno mi ci ma di ho piu del alla',
  nl: 'het een van ik niet wij voor met op zijn maar ook dat deze onze heeft iemand te naar bij wat kan',
  pl: 'nie jest sie na czy jak dla ale moze mamy ktos jakie do tak przez oraz juz tego ze',
  pt: 'os uma nao para com que por mas como nosso voce alguem tem mais do da dos em ou isso esta',
  tr: 've bir bu icin ile cok ama nasil var mi daha gibi olarak ben biz bizim en ne icin kadar',
};
const sets = Object.entries(functionWords).map(([language, list]) => [language, new Set(list.split(' '))] as const);

/** A text says nothing about its language with fewer words. */
const leastWords = 6;
/** The beginning of a text tells its language. */
const longestRead = 2_000;
const leastShare = 0.12;

/**
 * The language of a text, if it is clearly another than English. Null for English, for short texts and where languages
 * are mixed: a wrong answer costs more than none.
 */
export function otherLanguageOf(text: string): OtherLanguage | null {
  const beginning = text.slice(0, longestRead);
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, alphabet] of alphabets) {
    const own = beginning.match(alphabet)?.length ?? 0;
    // Japanese mixes its own letters with Chinese ones.
    if (own > letters * (language === 'ja' ? 0.15 : 0.5))
      return language === 'ru' && ukrainian.test(beginning) ? 'uk' : language;
  }
  const words = wordsInFolded(fold(beginning.toLowerCase()).text);
  if (words.length < leastWords) return null;
  const counts = sets.map(([language, set]) => [language, words.filter((word) => set.has(word)).length] as const);
  const english = counts.find(([language]) => language === 'en')?.[1] ?? 0;
  const [best, second] = counts.filter(([language]) => language !== 'en').sort(([, one], [, other]) => other - one);
  if (best === undefined || second === undefined || !isOther(best[0])) return null;
  const isClear = best[1] >= Math.max(2, words.length * leastShare) && best[1] > second[1] && best[1] > english * 2;
  return isClear ? best[0] : null;
}

/** The English name of a language that `otherLanguageOf` can return; the code itself for any other. */
export function languageName(code: string): string {
  return isOther(code) ? otherLanguages[code] : code;
}

function isOther(language: string): language is OtherLanguage {
  return Object.hasOwn(otherLanguages, language);
}
