import { limits, longest } from '@earshot/proto/limits';

/** The text in one spelling: straight quotes, single spaces, lists with bullets in one line. */
export function evenText(description: string): string {
  return description
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/^(?:hi|hello|hey)(?: there| all| guys| everyone| everybody| folks)?[,!.]? /i, '')
    .replace(/(^|[.!?] )(?=(?:made|built|just (?:made|built|launched)|launched|created) (?:an?|this|the) )/gi, '$1we ')
    .replace(
      /(?<=[a-z])(?<!\b(?:and|but|so|because|then|where|when|as|if|what))\s(?:that )?(?:we|i) (?:talk|talked|speak|spoke|work|worked|ask|asked|meet|met|know|see|survey\w*|interview\w*)(?: to| with)?(?=\s[a-z])/gi,
      '',
    )
    .replace(/\n ?[-*•] ?/g, ', ')
    .replace(/:,? ?, /g, ': ')
    .trim();
}

/** The sentences of a text without their full stops. A question keeps its mark. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+|;\s/)
    .map((sentence) => sentence.trim().replace(/[.!]$/, ''))
    .filter((sentence) => sentence !== '');
}

export const withoutArticle = (text: string) => text.trim().replace(/^(?:an?|the|your|our|their|its)\s/i, '');

/** Cut at a word, so that no half word is proposed. */
export function shortened(text: string, most: number = longest.profileText): string {
  const line = text.trim();
  return line.length <= most ? line : line.slice(0, Math.max(line.lastIndexOf(' ', most), 0)).trim();
}

/** Different items that can be saved. Of two that say the same, the first is kept. */
export function items(all: readonly string[]): string[] {
  const parts: string[] = [];
  for (const one of all.map((item) => item.trim())) {
    const key = one.toLowerCase();
    const isNew = !parts.some((other) => other.toLowerCase().includes(key) || key.includes(other.toLowerCase()));
    if (one.length > 2 && one.length <= longest.profileEntry && isNew) parts.push(one);
  }
  return parts.slice(0, limits.keywords.most);
}
