import { fold } from '../fold.ts';
import { gazetteer, otherMeaningOf } from './gazetteer.ts';
import type { Place } from './place.ts';

const subjects =
  'food|foodie|eats|jobs|housing|apartments|realestate|list|social|smallbusiness|business|photography|events|forsale|classifieds|gardening|homes|parents|moms|weddings|bike|biking|cycling|running|music|legal|legaladvice|finance|personalfinance|diy|homeimprovement|pets|dogs|fitness|entrepreneurs?|startups?|tech|circlejerk|city|tx|ca|uk|ontario';
const around = new RegExp(`^(?:ask|the|movingto|visit)?(.+?)(?:${subjects})?$`);
/** Ways to write a country within a longer name, such as "UKPersonalFinance". */
const countryWords: Readonly<Record<string, string>> = {
  UK: 'unitedkingdom',
  USA: 'unitedstates',
  Aus: 'australia',
  NZ: 'newzealand',
};

/** The places that a community is for, by its name: "AskNYC", "londonontario", "UKPersonalFinance". */
export function placesOfCommunity(name: string): readonly Place[] {
  const joined = fold(name).text.replace(/[^\p{L}\p{N}]/gu, '');
  const { joined: find } = gazetteer();
  // r/reading is about books, while r/Austin is about the city.
  const known = (text: string) => (isWord(text) ? [] : find(text));
  const whole = known(joined);
  if (whole.length > 0) return whole;
  const inner = known(around.exec(joined)?.[1] ?? '');
  if (inner.length > 0) return inner;
  const country = /^(?:UK|USA|Aus|NZ)(?=[A-Z][a-z])|(?<=[a-z])(?:UK|USA|NZ)$/.exec(name)?.[0] ?? '';
  return find(countryWords[country] ?? '');
}

function isWord(text: string): boolean {
  // r/GTA is about a game.
  return text.length < 3 || text === 'gta' || otherMeaningOf([text]) === 'word';
}
