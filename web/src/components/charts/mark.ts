/** One bar: its name, how long it is, and what stands beside it. */
export interface Mark {
  readonly label: string;
  /** The name where there is little room. */
  readonly short?: string;
  readonly value: number;
  readonly text: string;
}
