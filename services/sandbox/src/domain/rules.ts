/** One rule of a community, as its sidebar shows it. */
export interface Rule {
  kind: 'link' | 'comment' | 'all';
  name: string;
  description: string;
}

/** The rules of every community here: those that most communities have, and that outreach must keep. */
export const RULES: readonly Rule[] = [
  {
    kind: 'all',
    name: 'No unasked advertising',
    description: 'Name a product only where somebody asked for one, and say that it is yours.',
  },
  { kind: 'comment', name: 'Answer the question', description: 'A comment must help the person who wrote the post.' },
  { kind: 'all', name: 'Be civil', description: 'No insults, no pressure, no repeated messages.' },
];
