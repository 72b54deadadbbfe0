import { singular, stem } from './stemmer.ts';

/** Function words, and figures of speech of every pitch: they say nothing of a topic. */
const STOP = `a about above across after again against all almost along already also although always am an and any anybody anyone are around as at
  be because been before being below best better between both but by can cannot could did do does doing done down during each either else
  etc even ever every everyone everything few for from further get gets getting got had has have having he her here hers him his how i if
  in instead into is it its itself just keep less let lets like ll made make makes making many may me might more most much must my near need
  needs never no none nor not now of off often on once one only onto or other others our ours out over own per please quite rather re
  really same shall she should since so some somebody someone something soon still such take takes than that the their theirs them
  themselves then there these they thing things this those through to together too toward two under until up upon us use used user users
  uses using ve very via want wants was way ways we well were what when where whether which while who whom whose why will with within
  without would yet you your yours com www http https designed built based powered`;

/** Words of every trade, in the singular: they help to order what other words found, and find nothing themselves. */
const COMMON = `ability able access account add adult advanced advice advise affordable age agency ai amazing answer app application area ask assistant
  automated automatic available bad basic beautiful become book box bring budget build builder building busy business buy buyer call care case
  certified change cheap check choose clear client collect collection community company compare complete connect control coordination cost couple
  course create creator current custom customer daily data day deal delivered deliver different digital direct discover easy effective efficient
  electrical enable end engagement engine enjoy everyday experience expert explain family fast feature find fit fix fixed free fresh friendly
  fully fun give goal good great grow growing growth guide hand handle happy hard help high home hour hub idea import improve include
  independent individual industry information insight instant instantly interest internal issue item job kid kind kit know large late lead learn level life line
  list little live local long look lose losing love low machine maker manage management manager mark market marketplace member method million minute
  mobile model modern money month monthly name natural network new next nice number offer office old online open option order organise organize owner package
  pain parent party pay payment people perfect person personal phone pick plan planning platform play point popular possible post power practice
  premium price pricing private problem process product professional program programme project proper provide public quality question quick quickly
  quote range reach read ready real reason recommend recommendation reduce regular reliable remind reminder report request result review right role run
  safe save saving scale screen search see self sell seller send sensitive serve service session set share shop short show side simple simply site size
  skill small smart social software solution solve sort special specialist start state stay step stop store studio stuff style subscription suggest suit
  support system talk target task tax teach team tech tell template test tested time tip today tool top topic track tracker tracking trade train training trip
  turn type understand unique upfront value vet vetted video view virtual visit warranty watch web website week weekly weight woman women
  man men work worker world write year young
  buying selling connecting following follow managing finding helping creating learning improving working sharing sending turning clean financing playing host retail
  lover player reader follower collector keeper rider beginner learner newcomer enthusiast`;

const stop = new Set(STOP.split(/\s+/));
const common = new Set(COMMON.split(/\s+/));

/** How much a word says of a topic: 0 function words and figures, 0.3 words of every trade, 1 all others. */
export function telling(word: string): number {
  if (stop.has(word) || word.length < 2 || /^\d+$/.test(word)) return 0;
  return common.has(word) || common.has(singular(word)) ? 0.3 : 1;
}

export interface Word {
  readonly stem: string;
  /** As it was written, in lower case. */
  readonly word: string;
}

/** Words of a text in order. */
export function wordsOf(text: string): Word[] {
  return [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu),
  ].map(([match]) => {
    const word = match.replace(/['’].*$/, '');
    return { word, stem: stem(word) };
  });
}

/** The words of a community's name: apart at capitals and underscores, and the whole, as `smallbusiness` is written. */
export function wordsOfName(name: string): Word[] {
  const apart = name.replace(/_/g, ' ').replace(/([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])/g, '$1$3 $2$4');
  return wordsOf(apart === name ? name : `${apart} ${name.replace(/_/g, '')}`);
}
