/** A file of the chart that is made from code: its path below `charts/`, and its text. */
export interface Generated {
  readonly path: string;
  readonly text: string;
}
