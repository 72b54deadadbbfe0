export { bm25Term, lengthFactor, rarity } from './bm25.ts';
export type { Term } from './bm25.ts';
export { isSameText } from './same-text.ts';
export { searchTerms } from './search-terms.ts';
export { rememberingStemmer, singular, stem } from './stemmer.ts';
export { topicOf } from './topics.ts';
export { lower, wordsOf } from './words.ts';
export type { Word } from './words.ts';
