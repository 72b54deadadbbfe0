import type { Tone } from '@earshot/proto/values';
import type { Phrases } from '../phrases.ts';
import { casual } from './casual.ts';
import { consultative } from './consultative.ts';
import { direct } from './direct.ts';
import { professional } from './professional.ts';

/** The sentences of each tone. */
export const phrasesOf: Readonly<Record<Tone, Phrases>> = { professional, casual, direct, consultative };
