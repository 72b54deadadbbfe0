const excerptLength = 200;
/** Words longer than this may be cut in the middle. */
const longestWord = 40;

/** Returns at most the first 200 characters, cut between words, with an ellipsis if there is more. Never splits a surrogate pair. */
export function excerpt(text: string): string {
  const characters = [...text];
  if (characters.length <= excerptLength) return text;
  const cut = characters.slice(0, excerptLength).join('');
  const lastWord = /\s/.test(characters[excerptLength] ?? '') ? '' : (/\s(\S+)$/.exec(cut)?.[1] ?? '');
  const kept = lastWord.length > longestWord ? cut : cut.slice(0, cut.length - lastWord.length);
  return `${kept.replace(/[\s.,;:…-]+$/, '')}…`;
}
