export type { Decline } from './drafter.ts';
export type { BusinessFacts, Drafter, DraftRequest } from './drafter.ts';
export { keylessDrafter, writeKeyless } from './keyless-drafter.ts';
export { languageOf } from './language.ts';
export { manners } from './manners.ts';
export { modelDrafter } from './model-drafter.ts';
export type { Encode } from './nearness.ts';
export { LINK, discloses, promotes } from './promotion.ts';
export { splitSentences } from './sentences.ts';
