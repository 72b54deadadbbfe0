import { z } from 'zod';
import {
  maxLeadsPerScanChoices,
  messageLengths,
  notificationMethods,
  scanFrequencies,
  searchStrategies,
} from '../values.ts';
import { choice, numberChoice, timestamp } from './contract.ts';

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
  targetKeywords: z.array(z.string()).nullable(),
  productDescription: z.string().nullable(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type Configuration = z.infer<typeof configuration>;

/** The parts of the user's configuration that a scan needs, in one answer. `communities` are the active ones. */
export const scanSettings = z.object({
  businessDescription: z.string(),
  searchStrategy: z.enum(searchStrategies),
  maxLeadsPerScan: z.number().int(),
  scanFrequency: z.enum(scanFrequencies),
  communities: z.array(z.object({ source: z.string(), name: z.string(), sample: z.boolean() })),
});
export type ScanSettings = z.infer<typeof scanSettings>;
