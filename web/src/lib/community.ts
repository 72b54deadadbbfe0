/** A community as in the server's answers. */
export interface CommunityView {
  readonly source: string;
  readonly name: string;
  readonly sourceLabel: string;
  readonly communityLabel: string;
}

/** Splits a label into the source's prefix, which may be empty, and the rest. The prefix is directly before the name. */
export function splitLabel({ name, communityLabel }: Pick<CommunityView, 'name' | 'communityLabel'>) {
  const before = communityLabel.endsWith(name) ? communityLabel.slice(0, -name.length) : '';
  const mark = /\s$/.test(before) ? '' : before;
  return { mark, rest: communityLabel.slice(mark.length) };
}

/** Whether the rows of a list come from several sources, so that each row must name its source. */
export const areSeveral = (rows: readonly { readonly source: string }[]) =>
  rows.some(({ source }) => source !== rows[0]?.source);

/** Whether both are the same community of the same source. */
export const isSameCommunity = (a: Pick<CommunityView, 'source' | 'name'>, b: Pick<CommunityView, 'source' | 'name'>) =>
  a.source === b.source && a.name.toLowerCase() === b.name.toLowerCase();

/** Finds a community by the name or label that the user typed. */
export function findTyped<T extends CommunityView>(communities: readonly T[], typed: string): T | undefined {
  const text = typed.trim().toLowerCase();
  return communities.find(({ name, communityLabel }) =>
    [name, communityLabel].some((known) => known.toLowerCase() === text),
  );
}
