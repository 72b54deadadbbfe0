import { cutShort } from '@earshot/proto/values';

const excerptLength = 200;

/** Returns at most the first 200 characters, cut between words, with an ellipsis if there is more. Never splits a surrogate pair. */
export function excerpt(text: string): string {
  const characters = [...text];
  if (characters.length <= excerptLength) return text;
  return cutShort(characters.slice(0, excerptLength).join(''), characters[excerptLength] ?? '');
}
