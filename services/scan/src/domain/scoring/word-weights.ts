/**
 * How much a word says about a topic, without counting any corpus: the same post must get the same score in any batch.
 * Function words say nothing, words that every trade uses little, all others are taken as telling.
 */
const STOP_WORDS = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but by
  can could did do does doing don down during each few for from further get had has have having he her here hers him his how
  i if in into is isn it its just let ll me more most my no nor not now of off on once only or other our ours out over own
  per re s same she should so some such t than that the their theirs them then there these they this those through to too
  under until up us ve very was we were what when where which while who whom why will with without would you your yours
  every one two three d m amp gt lt nbsp http https www com something anything nothing everything someone anyone everyone
  somebody anybody everybody nobody somewhere anywhere myself yourself himself herself itself ourselves themselves another
  within without still even also really much many been since until maybe though although while already yet again ever never
  always often sometimes actually basically literally honestly thanks thank please hi hey hello`.split(/\s+/),
);

const GENERIC = `able account add advice advise affordable all amount answer app ask available back bad based basic best better big
  book bring build busy business buy call care cause change cheap check choose clean clear client come common company connect
  content cost couple course create current custom customer daily day deal deliver different direct easy easily effective
  end enjoy event experience expert fast feature feel few find first fit fix flexible follow free friend full fun good
  great group grow growth guide hand handle happen hard health help high hire home hour house idea improve increase
  individual information issue item job join keep kind know large last late learn level life like line list little live
  local look lose lot love low made main make manage many market material mean medium method mind modern money month more
  move name natural need new next nice number offer office old one online open option order organize own package page part
  pay people perfect person personal phone pick plan platform play point popular possible power practice premium price private
  problem process product professional program project proper provide public purchase quality question quick quickly range
  rate reach read ready real reason reduce regular reliable report require result review right run safe same save school
  search secure see sell send serve service session set share shop short show side simple simply site situation size skill small
  smart social software solution solve special specialist start state step stop store story student studio stuff support sure system
  take talk team tell tested thing think time tip today together tool top track trade train trouble trust try turn type understand upfront
  use useful user vet want afternoon apply approach area attempt base begin break case clear complete cover
  decide develop detail evening expect fail few fewer follow general hit include install kind list mention minute morning move night
  note piece post put remove rest rule second site skip spend spot stand step stick stuff thing tonight touch wait walk whole wonder watch way weather web website week weekend weekly work worker world worry write year young`;

const GENERIC_WEIGHT = 0.25;

/** Weight by stem: 0 for function words, 0.25 for words of every trade, 1 for the rest; figures say nothing of a topic. */
export function wordWeights(stem: (word: string) => string): (stem: string) => number {
  const generic = new Set(GENERIC.split(/\s+/).map(stem));
  const stop = new Set([...STOP_WORDS].map(stem));
  return (key) => {
    if (stop.has(key) || key.length < 2 || /^\d+$/.test(key)) return 0;
    return generic.has(key) ? GENERIC_WEIGHT : 1;
  };
}
