/** The languages that are recognized; `other` is another script or another language. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'other';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Function words that are frequent in one language and rare in the others. */
const SMALL: readonly (readonly [Language, ReadonlySet<string>])[] = [
  [
    'en',
    words(
      'the and is are to of for my with that this it what how you have i we do does be would can need any looking not no in or a an your at by from on if only will please as but they there was were our who when',
    ),
  ],
  [
    'de',
    words(
      'der das und ist ich nicht ein eine einen mit für auf wie wir mein meine unseren haben hat kann jemand suche suchen von zu den dem sind wird ihr sich auch oder bei keine kein',
    ),
  ],
  [
    'fr',
    words(
      "le la les et est je pas un une des avec pour sur mon ma nous vous que qui comment cherche j'ai c'est du dans ce mes quel ne sont au aux",
    ),
  ],
  [
    'es',
    words(
      'el la los las y es un una con para mi que cómo como yo por se busco tengo alguien del qué estoy necesito hay está son al lo',
    ),
  ],
  [
    'pt',
    words(
      'os e é não um uma com para meu minha que como eu em por se procuro tenho alguém do da você estou preciso são ao na',
    ),
  ],
  [
    'it',
    words(
      'il lo la gli e è non un una con per mio mia che come io di cerco ho qualcuno del sono della nel qualche si alla',
    ),
  ],
  [
    'nl',
    words('de het een en niet ik met voor mijn dat hoe wij op van zoek heb iemand naar zijn ook maar wat deze worden'),
  ],
];

/** The least function words of a language that identify it. */
const ENOUGH = 2;

/** The language of a text, by script and function words; null when the text is too short to decide. */
export function languageOf(text: string): Language | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 5 && latin < letters / 2) return 'other';
  const found = text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? [];
  const counted = SMALL.map(([language, small]) => ({
    language,
    hits: found.filter((word) => small.has(word.replace('’', "'"))).length,
  })).sort((a, b) => b.hits - a.hits);
  const [best, second] = counted;
  if (best === undefined || second === undefined || best.hits < ENOUGH) return null;
  // Spanish and Portuguese share many words: a tie is undecided.
  return best.hits > second.hits ? best.language : null;
}

/** The language of a post by its title and text; English when undecided. */
export function languageOfPost(post: { readonly title: string; readonly content: string }): Language {
  return languageOf(`${post.title}\n${post.content.slice(0, 1500)}`) ?? 'en';
}
