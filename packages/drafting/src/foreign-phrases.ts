import type { TonePhrases } from './tones.ts';

/** Languages other than English in which drafts are written without a model. */
export type ForeignLanguage = 'de' | 'fr' | 'es';

/** The same for each tone. The owner's own sentences carry the message, so only the joints are ours. */
export interface ForeignPhrases extends Omit<TonePhrases, 'disclosure'> {
  /** Introduces the writer; `name` is null where the owner gave none. */
  readonly self: (name: string | null) => string;
  readonly marks: readonly [string, string];
}

export const foreignPhrases: Readonly<Record<ForeignLanguage, ForeignPhrases>> = {
  de: {
    greeting: (name) => `Hallo ${name},`,
    message: {
      title: (quote) => `ich schreibe wegen deines Beitrags ${quote}`,
      asks: (quote) => `du fragst ${quote}`,
      wants: (quote) => `du suchst ${quote}`,
      says: (quote) => `du schreibst ${quote}`,
    },
    comment: {
      title: (quote) => `Du schreibst ${quote}`,
      asks: (quote) => `Du fragst ${quote}`,
      wants: (quote) => `Du suchst ${quote}`,
      says: (quote) => `Du schreibst ${quote}`,
    },
    plain: 'ich schreibe wegen deines Beitrags.',
    self: (name) => (name === null ? 'Ich arbeite in diesem Bereich.' : `Ich arbeite bei ${name}.`),
    closing: 'Fragen beantworte ich gern.',
    marks: ['„', '“'],
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    message: {
      title: (quote) => `je vous écris à propos de votre message ${quote}`,
      asks: (quote) => `vous demandez ${quote}`,
      wants: (quote) => `vous cherchez ${quote}`,
      says: (quote) => `vous écrivez ${quote}`,
    },
    comment: {
      title: (quote) => `Vous écrivez ${quote}`,
      asks: (quote) => `Vous demandez ${quote}`,
      wants: (quote) => `Vous cherchez ${quote}`,
      says: (quote) => `Vous écrivez ${quote}`,
    },
    plain: 'je vous écris à propos de votre message.',
    self: (name) => (name === null ? 'Je travaille dans ce domaine.' : `Je travaille chez ${name}.`),
    closing: 'Je réponds volontiers à vos questions.',
    marks: ['« ', ' »'],
  },
  es: {
    greeting: (name) => `Hola ${name},`,
    message: {
      title: (quote) => `te escribo por tu mensaje ${quote}`,
      asks: (quote) => `preguntas ${quote}`,
      wants: (quote) => `buscas ${quote}`,
      says: (quote) => `dices ${quote}`,
    },
    comment: {
      title: (quote) => `Dices ${quote}`,
      asks: (quote) => `Preguntas ${quote}`,
      wants: (quote) => `Buscas ${quote}`,
      says: (quote) => `Dices ${quote}`,
    },
    plain: 'te escribo por tu mensaje.',
    self: (name) => (name === null ? 'Trabajo en este campo.' : `Trabajo en ${name}.`),
    closing: 'Respondo con gusto a tus preguntas.',
    marks: ['«', '»'],
  },
};
