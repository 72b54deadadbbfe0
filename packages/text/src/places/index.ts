export { placesOfCommunity } from './community.ts';
export { homeIn, placeSeenFrom } from './home.ts';
export type { Home } from './home.ts';
export { mentionsIn } from './mentions.ts';
export type { Mention } from './mentions.ts';
export type { Place } from './place.ts';
