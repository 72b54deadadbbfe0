import type { Doc } from '../bson.ts';
import type { Matcher } from '../match/compile.ts';

/** One index as the planner and the writer see it. */
export interface Index {
  readonly id: number;
  readonly name: string;
  readonly key: readonly { readonly path: string; readonly direction: 1 | -1 }[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: { readonly filter: Doc; readonly matches: Matcher } | undefined;
  readonly expireAfterSeconds: number | undefined;
  /** As listIndexes shows it. */
  readonly spec: Doc;
  /** Per key path: whether any document ever had an array there. */
  readonly multikey: readonly boolean[];
}

/** A path of at least one index. */
export interface IndexedPath {
  readonly id: number;
  /** Its member in the `keys` object. */
  readonly member: string;
  readonly parts: readonly string[];
  /** Whether its keys give back its values; undefined while nobody has looked. */
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
