const excerptLength = 200;

/** The first 200 characters, with an ellipsis when there is more; never half of a character. */
export function excerpt(text: string): string {
  const characters = [...text];
  return characters.length <= excerptLength ? text : `${characters.slice(0, excerptLength).join('').trimEnd()}…`;
}
