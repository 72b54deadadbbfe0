/** A community of a source. */
export interface Community {
  readonly source: string;
  readonly name: string;
}

/** A community to scan. `sample`: it was added while the sandbox was in use instead of its source. */
export interface ScannedCommunity extends Community {
  readonly sample: boolean;
}

/** A post of a source. */
export interface PostRef {
  readonly source: string;
  readonly id: string;
}
