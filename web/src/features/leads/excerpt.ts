const excerptLength = 200;
/** Words longer than this are cut where they must be. */
const longestWord = 40;

/** The first 200 characters at most, cut between words, and one ellipsis when there is more; never half of a character. */
export function excerpt(text: string): string {
  const characters = [...text];
  if (characters.length <= excerptLength) return text;
  const cut = characters.slice(0, excerptLength).join('');
  const lastWord = /\s/.test(characters[excerptLength] ?? '') ? '' : (/\s(\S+)$/.exec(cut)?.[1] ?? '');
  const kept = lastWord.length > longestWord ? cut : cut.slice(0, cut.length - lastWord.length);
  return `${kept.replace(/[\s.,;:…-]+$/, '')}…`;
}
