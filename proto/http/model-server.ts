import { z } from 'zod';
import { modelTestOutcomes } from '../values.ts';
import { endpointOf, noContent, timestamp } from './contract.ts';

const endpoint = endpointOf('auth');

/** The key has at most this many characters, the address and the name of a model at most half of it. */
const longest = 1_000;
const tooLong = 'must not be that long';

/**
 * The model server that an administrator connected. The key never leaves the installation: `isKeySet` tells that there
 * is one. `model` is sent instead of the models that users choose; null sends theirs. All are empty without a server.
 */
export const modelServer = z.object({
  address: z.string().nullable(),
  model: z.string().nullable(),
  isKeySet: z.boolean(),
  updatedAt: timestamp.nullable(),
});
export type ModelServer = z.infer<typeof modelServer>;

/** Without `key`, the stored key is kept if the address stays on the same host. An empty key or model means none. */
export const modelServerChange = z.object({
  address: z
    .string('address must be text')
    .trim()
    .min(1, 'Enter the address of the server')
    .max(longest / 2, tooLong),
  key: z.string('key must be text').trim().max(longest, tooLong).optional(),
  model: z
    .string('model must be text')
    .trim()
    .max(longest / 2, tooLong)
    .default(''),
});

/** A model server that was found on the computer of the installation, and at most 100 of its models. */
export const foundModelServer = z.object({ name: z.string(), address: z.string(), models: z.array(z.string()) });

/** The result of a test of the model server. `models` has at most 100 names; `missing` are models in use that it lacks. */
export const modelTest = z.object({
  outcome: z.enum(modelTestOutcomes),
  models: z.array(z.string()),
  missing: z.array(z.string()),
  status: z.number().int().nullable(),
  latencyMs: z.number().int().nullable(),
});
export type ModelTest = z.infer<typeof modelTest>;

/**
 * The model that scores for the user. `away`: it cannot be used at present, or provisional scores still wait to be
 * replaced by its scores. `setBy` tells where its server is configured. `findsLocal`: Earshot can look for servers on the
 * computer that it runs on. Tokens are those of the user's scans and drafts since midnight UTC. `tokensPerDay` is null if
 * there is no limit.
 */
export const modelUsage = z.object({
  configured: z.boolean(),
  setBy: z.enum(['environment', 'settings']).nullable(),
  findsLocal: z.boolean(),
  away: z.boolean(),
  tokensToday: z.number().int(),
  tokensPerDay: z.number().int().nullable(),
  resetsAt: timestamp,
});
export type ModelUsage = z.infer<typeof modelUsage>;

/** The connection to a model server, which auth keeps for the services that call models. */
export const modelServerContract = {
  getModelServer: endpoint({
    summary: 'The model server that an administrator connected, without its key',
    method: 'GET',
    path: '/api/admin/model-server',
    access: 'admin',
    response: modelServer,
  }),
  connectModelServer: endpoint({
    summary: 'Connects a model server for scores, drafts and suggestions, unless the environment sets one',
    method: 'PUT',
    path: '/api/admin/model-server',
    access: 'admin',
    confirm: true,
    body: modelServerChange,
    response: modelServer,
    errors: ['model.set-by-environment'],
  }),
  disconnectModelServer: endpoint({
    summary: 'Disconnects the model server and deletes its key',
    method: 'DELETE',
    path: '/api/admin/model-server',
    access: 'admin',
    confirm: true,
    statuses: [204],
    response: noContent,
  }),
  modelConnection: endpoint({
    summary: 'The model server to call, with its key',
    method: 'GET',
    path: '/internal/model-connection',
    callers: ['scan', 'scan-worker', 'outreach', 'discovery'],
    response: z.object({
      server: z.object({ address: z.string(), key: z.string().nullable(), model: z.string().nullable() }).nullable(),
    }),
  }),
};
