/** One bar: its name, its value and the label next to it. */
export interface Mark {
  readonly label: string;
  /** A shorter name for narrow charts. */
  readonly short?: string;
  readonly value: number;
  readonly text: string;
}
