/** What sources give for an author whom they do not name, because the account was deleted for example. */
const nobody: ReadonlySet<string> = new Set(['', '[deleted]', '[removed]']);

/** Whether the author is a person, who can be recognised and written to. */
export function hasAuthor({ author }: { readonly author: string }): boolean {
  return !nobody.has(author);
}
