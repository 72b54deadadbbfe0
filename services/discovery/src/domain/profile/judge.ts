/** What a phrase or a clause can be about. The numbers are log odds: above 0 is likelier than not. */
export interface Roles {
  /** A group of people or firms. */
  readonly group: number;
  /** A trouble that people have. */
  readonly trouble: number;
  /** A product or a habit that people use today. */
  readonly means: number;
}

/** Judges texts by meaning; a text that it does not know has no odds. */
export type Judge = (text: string) => Roles;

export const noRoles: Roles = { group: 0, trouble: 0, means: 0 };

/** A text that may belong into a field. */
export interface Candidate {
  readonly text: string;
  /** What its meaning is judged by, if that is not the text itself. */
  readonly judged?: string;
  /** How sure the construct is by which it was found, in log odds. */
  readonly sure: number;
  /** The sentence, if others of it speak for it. */
  readonly within?: string;
}
