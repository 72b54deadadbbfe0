/** A string that the compiler tells apart from the ids of other things; decision 0132. */
type Id<Name extends string> = string & { readonly __id?: Name };

/** The id of an account. */
export type UserId = Id<'user'>;
/** The id of a lead. */
export type LeadId = Id<'lead'>;
/** The id of a scan job. */
export type JobId = Id<'job'>;

/** A post of a source. */
export interface PostRef {
  readonly source: string;
  /** The id that the source gave it. */
  readonly id: string;
}

/** A community of a source. */
export interface CommunityRef {
  readonly source: string;
  /** The name as its source writes it, without a prefix such as `r/`. */
  readonly name: string;
}
