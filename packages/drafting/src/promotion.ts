import { fold } from '@earshot/text';
import { nameOf } from './business.ts';

const AFFILIATION =
  /\bdisclos\w+|\btransparen\w+|\bnot neutral\b|\bI(?:['’]m| am) (?:with|from|at|part of|behind|the (?:founder|owner|maker))|\bI have a business\b|\bI (?:work|run|own|built|build|make|made|founded|gehöre|arbeite)\b|\b(?:we|our) (?:are|offer|help|make|build|run|own|team|company|product|service)|\bOffenlegung\b|\bich (?:gehöre|arbeite)\b|\bje (?:travaille|fais partie)\b|\btrabajo (?:en|con|para)\b|\bformo parte\b/i;

/** An address that readers could open or write to: a URL, a domain with a path or a common ending, an email address. */
export const LINK =
  /[a-z]{1,30}:\/\/\S+|www\.\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w+|(?<![\w-])[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,}\/\w\S*|(?<![\w-])[\w-]{1,63}\.(?:com|net|org|io|co|app|dev|ai|ly|ru|cn|xyz|info|biz|shop|online|site|store|link|click|top)\b/i;

/** Whether a message discloses that its writer belongs to the business, by name if it has one. */
export function discloses(message: string, description: string): boolean {
  return AFFILIATION.test(message) && namesBusiness(message, description);
}

/** Whether a message promotes a business: it contains the name, the writer's affiliation or a link. */
export function promotes(message: string, description: string): boolean {
  const name = nameOf(description);
  return (name !== null && namesBusiness(message, description)) || AFFILIATION.test(message) || LINK.test(message);
}

function namesBusiness(message: string, description: string): boolean {
  const name = nameOf(description);
  return name === null || fold(message).text.includes(fold(name).text);
}
