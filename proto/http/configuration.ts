import { z } from 'zod';
import { limits, longest } from '../limits.ts';
import {
  maxLeadsPerScanChoices,
  messageLengths,
  notificationMethods,
  scanFrequencies,
  searchStrategies,
  tones,
} from '../values.ts';
import { choice, numberChoice, timestamp } from './contract.ts';

const profileText = (name: string, most: number = longest.profileText) =>
  z.string(`${name} must be text`).trim().max(most, `${name} has at most ${most} characters`);

const profileList = (name: string) =>
  z
    .array(
      z
        .string(`${name} must be a list of texts`)
        .trim()
        .min(1, `${name} must not contain an empty entry`)
        .max(longest.profileEntry, `Each entry of ${name} has at most ${longest.profileEntry} characters`),
      `${name} must be a list of texts`,
    )
    .max(limits.keywords.most, `${name} has at most ${limits.keywords.most} entries`);

/**
 * A business in more detail than its description: what it offers, to whom, the problems it solves, what people use
 * instead, who is not a customer, and where it works. A post must contain at least one target keyword, if there are any, and no excluded
 * one. An empty text or list means that the user did not fill it in. `servesOnlyThere`: it has no customers outside of its
 * location.
 */
export const businessProfile = z.object({
  offer: profileText('offer'),
  audience: profileText('audience'),
  problems: profileList('problems'),
  alternatives: profileList('alternatives'),
  notFor: profileList('notFor'),
  targetKeywords: profileList('targetKeywords'),
  excludedKeywords: profileList('excludedKeywords'),
  location: profileText('location', longest.location),
  servesOnlyThere: z.boolean('servesOnlyThere must be true or false'),
});
export type BusinessProfile = z.infer<typeof businessProfile>;

/** A profile with nothing filled in. */
export const emptyProfile: BusinessProfile = {
  offer: '',
  audience: '',
  problems: [],
  alternatives: [],
  notFor: [],
  targetKeywords: [],
  excludedKeywords: [],
  location: '',
  servesOnlyThere: false,
};

/** The profile among other fields; missing ones are empty. Undefined if nothing is filled in. */
export function profileIn(fields: { [K in keyof BusinessProfile]?: BusinessProfile[K] | null | undefined }) {
  const profile: BusinessProfile = {
    offer: fields.offer ?? '',
    audience: fields.audience ?? '',
    problems: fields.problems ?? [],
    alternatives: fields.alternatives ?? [],
    notFor: fields.notFor ?? [],
    targetKeywords: fields.targetKeywords ?? [],
    excludedKeywords: fields.excludedKeywords ?? [],
    location: fields.location ?? '',
    servesOnlyThere: fields.servesOnlyThere ?? false,
  };
  // Without a location, `servesOnlyThere` has no meaning.
  const { servesOnlyThere: _, ...texts } = profile;
  return Object.values(texts).some((value) => value.length > 0) ? profile : undefined;
}

/** A tone that a user defined: its name, and a message of the user as an example of it. */
export const ownTone = z.object({
  name: z
    .string('The name of a tone must be text')
    .trim()
    .min(1, 'A tone needs a name')
    .max(longest.toneName, `The name of a tone has at most ${longest.toneName} characters`),
  example: z
    .string('The example of a tone must be text')
    .trim()
    .min(1, 'A tone needs an example')
    .max(
      longest.toneExample,
      `The example of a tone has at most ${longest.toneExample.toLocaleString('en')} characters`,
    ),
});
export type OwnTone = z.infer<typeof ownTone>;

const ownTones = z
  .array(ownTone, 'ownTones must be a list of tones')
  .max(limits.ownTones.most, `An account has at most ${limits.ownTones.most} tones of its own`)
  .refine(
    (all) => new Set([...tones, ...all.map(({ name }) => name.toLowerCase())]).size === tones.length + all.length,
    'Two tones have the same name, or a built-in one',
  );

/** What drafts say in the owner's own words, beside the description and the profile. */
const draftWords = z.object({
  /** Sentences that drafts can say as they are: prices, places, what is included, proof. */
  draftFacts: z
    .array(
      z
        .string('draftFacts must be a list of sentences')
        .trim()
        .min(1, 'draftFacts must not contain an empty sentence')
        .max(longest.draftFact, `Each sentence for drafts has at most ${longest.draftFact} characters`),
      'draftFacts must be a list of sentences',
    )
    .max(limits.draftFacts.most, `There are at most ${limits.draftFacts.most} sentences for drafts`),
  /** How messages end; empty: a sentence of the tone. */
  closingLine: z
    .string('closingLine must be text')
    .trim()
    .max(longest.closingLine, `The closing line has at most ${longest.closingLine} characters`),
});

/** Absent fields keep their value. */
export const configurationForm = z.object({
  businessDescription: z
    .string('businessDescription must be text')
    .max(5_000, 'The business description has at most 5,000 characters')
    .optional(),
  searchStrategy: choice('searchStrategy', searchStrategies).optional(),
  maxLeadsPerScan: numberChoice('maxLeadsPerScan', maxLeadsPerScanChoices).optional(),
  scanFrequency: choice('scanFrequency', scanFrequencies).optional(),
  /** Whether posts are judged as they come, between scans. */
  listen: z.boolean('listen must be true or false').optional(),
  notificationMethod: choice('notificationMethod', notificationMethods).optional(),
  defaultDmLength: choice('defaultDmLength', messageLengths).optional(),
  defaultReplyLength: choice('defaultReplyLength', messageLengths).optional(),
  ownTones: ownTones.optional(),
  ...draftWords.partial().shape,
  ...businessProfile.partial().shape,
});
export type ConfigurationForm = z.infer<typeof configurationForm>;

/** A user's configuration. `id` and times are null before the first save. */
export const configuration = z.object({
  id: z.string().nullable(),
  userId: z.string(),
  businessDescription: z.string(),
  searchStrategy: z.enum(searchStrategies),
  maxLeadsPerScan: z.number().int(),
  scanFrequency: z.enum(scanFrequencies),
  listen: z.boolean().default(false),
  notificationMethod: z.enum(notificationMethods),
  defaultDmLength: z.enum(messageLengths),
  defaultReplyLength: z.enum(messageLengths),
  ownTones: z.array(ownTone).default([]),
  draftFacts: z.array(z.string()).default([]),
  closingLine: z.string().default(''),
  businessCategory: z.string().nullable(),
  ...businessProfile.shape,
  /** Null if there are none, as the specification's entity has it. */
  targetKeywords: z.array(z.string()).nullable(),
  productDescription: z.string().nullable(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type Configuration = z.infer<typeof configuration>;

/** The parts of the user's configuration that a scan needs, in one answer. `communities` are the active ones. */
export const scanSettings = z.object({
  businessDescription: z.string(),
  /** Absent if the user filled in none of its fields. */
  profile: businessProfile.optional(),
  searchStrategy: z.enum(searchStrategies),
  maxLeadsPerScan: z.number().int(),
  scanFrequency: z.enum(scanFrequencies),
  listen: z.boolean().default(false),
  communities: z.array(z.object({ source: z.string(), name: z.string() })),
});
export type ScanSettings = z.infer<typeof scanSettings>;
