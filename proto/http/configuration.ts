import { z } from 'zod';
import {
  maxLeadsPerScanChoices,
  messageLengths,
  notificationMethods,
  scanFrequencies,
  searchStrategies,
} from '../values.ts';
import { choice, numberChoice, timestamp } from './contract.ts';

/** A profile text has at most `text` characters, a profile list at most `items` entries of `item` characters. */
export const profileLimits = { text: 200, items: 20, item: 80 } as const;

const profileText = (name: string) =>
  z
    .string(`${name} must be text`)
    .trim()
    .max(profileLimits.text, `${name} has at most ${profileLimits.text} characters`);

const profileList = (name: string) =>
  z
    .array(
      z
        .string(`${name} must be a list of texts`)
        .trim()
        .min(1, `${name} must not contain an empty entry`)
        .max(profileLimits.item, `Each entry of ${name} has at most ${profileLimits.item} characters`),
      `${name} must be a list of texts`,
    )
    .max(profileLimits.items, `${name} has at most ${profileLimits.items} entries`);

/**
 * A business in more detail than its description: what it offers, to whom, the problems it solves, what people use
 * instead, and who is not a customer. A post must contain at least one target keyword, if there are any, and no excluded
 * one. An empty text or list means that the user did not fill it in.
 */
export const businessProfile = z.object({
  offer: profileText('offer'),
  audience: profileText('audience'),
  problems: profileList('problems'),
  alternatives: profileList('alternatives'),
  notFor: profileList('notFor'),
  targetKeywords: profileList('targetKeywords'),
  excludedKeywords: profileList('excludedKeywords'),
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
  };
  return Object.values(profile).some((value) => value.length > 0) ? profile : undefined;
}

/** Absent fields keep their value. */
export const configurationForm = z.object({
  businessDescription: z
    .string('businessDescription must be text')
    .max(5_000, 'The business description has at most 5,000 characters')
    .optional(),
  searchStrategy: choice('searchStrategy', searchStrategies).optional(),
  maxLeadsPerScan: numberChoice('maxLeadsPerScan', maxLeadsPerScanChoices).optional(),
  scanFrequency: choice('scanFrequency', scanFrequencies).optional(),
  notificationMethod: choice('notificationMethod', notificationMethods).optional(),
  defaultDmLength: choice('defaultDmLength', messageLengths).optional(),
  defaultReplyLength: choice('defaultReplyLength', messageLengths).optional(),
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
  notificationMethod: z.enum(notificationMethods),
  defaultDmLength: z.enum(messageLengths),
  defaultReplyLength: z.enum(messageLengths),
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
  communities: z.array(z.object({ source: z.string(), name: z.string(), sample: z.boolean() })),
});
export type ScanSettings = z.infer<typeof scanSettings>;
