export type ThingKind = 't1' | 't2' | 't3' | 't4' | 't5';

const KINDS: readonly ThingKind[] = ['t1', 't2', 't3', 't4', 't5'];

export interface Fullname {
  kind: ThingKind;
  id: string;
}

/** Parses a fullname such as `t3_1abc` in any case. Returns null when the text is not a fullname. */
export function parseFullname(text: string): Fullname | null {
  const match = /^(t[1-5])_([0-9a-z]{1,13})$/.exec(text.trim().toLowerCase());
  const kind = KINDS.find((each) => each === match?.[1]);
  const id = match?.[2];
  return kind === undefined || id === undefined ? null : { kind, id };
}

/** Whether the text is a valid community name: 2 to 21 letters, digits and underscores. */
export function isCommunityName(text: string): boolean {
  return /^[A-Za-z0-9_]{2,21}$/.test(text);
}
