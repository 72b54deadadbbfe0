import type { Doc } from '../bson.ts';
import type { Matcher } from '../match/compile.ts';

/** An index of a collection. */
export interface Index {
  readonly id: number;
  readonly name: string;
  readonly key: readonly { readonly path: string; readonly direction: 1 | -1 }[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: { readonly filter: Doc; readonly matches: Matcher } | undefined;
  readonly expireAfterSeconds: number | undefined;
  /** The specification that listIndexes returns. */
  readonly spec: Doc;
  /** For each key path: true once any document had an array at it. */
  readonly multikey: readonly boolean[];
}

/** A path that at least one index contains. */
export interface IndexedPath {
  readonly id: number;
  /** The name of its member in the `keys` object. */
  readonly member: string;
  readonly parts: readonly string[];
  /** True if its values can be restored from its keys; undefined until checked. */
  plain: boolean | undefined;
}

export interface Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly options: Doc;
  indexes: Index[];
  readonly paths: Map<string, IndexedPath>;
}
