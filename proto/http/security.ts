import { z } from 'zod';
import { securityEventNames, securityOutcomes } from '../security-events.ts';
import { choice, endpointOf, timestamp } from './contract.ts';

const endpoint = endpointOf('auth');

/** A security event, or several equal ones within a minute. */
export const securityEventView = z.object({
  id: z.string(),
  at: timestamp,
  /** A name of the table in proto/security-events.ts. */
  event: z.string(),
  outcome: z.enum(securityOutcomes),
  /** Null if the outcome needs no explanation. */
  reason: z.string().nullable(),
  /** The client's network: an IPv4 address or an IPv6 /64. Null if it is unknown. */
  network: z.string().nullable(),
  /** How many equal events this entry stands for. */
  count: z.number().int().positive(),
});
export type SecurityEventView = z.infer<typeof securityEventView>;

/** The same, with the account. */
export const adminSecurityEventView = securityEventView.extend({
  /** Null if no account is known. `email` is null if the account no longer exists. */
  account: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
});
export type AdminSecurityEventView = z.infer<typeof adminSecurityEventView>;

const limitText = 'limit must be a whole number from 1 to 100';
const page = z.object({
  /** `next` of the page before. */
  before: z.string().min(1).max(100).optional(),
  limit: z.coerce.number({ error: limitText }).int(limitText).min(1, limitText).max(100, limitText).default(20),
});
const time = (name: string) => z.iso.datetime({ error: `${name} must be a time such as 2026-11-20T09:30:00Z` });

/**
 * Lists of security events, newest first. Apart from auth's other calls, so that pages that do not show events do not load the
 * table.
 */
export const securityContract = {
  listSecurityEvents: endpoint({
    summary: 'Security events of the user from the last 90 days, newest first',
    method: 'GET',
    path: '/api/auth/security-events',
    query: page,
    response: z.object({ events: z.array(securityEventView), next: z.string().nullable() }),
  }),
  listAllSecurityEvents: endpoint({
    summary: 'Security events of the installation from the last 90 days, newest first, for administrators',
    method: 'GET',
    path: '/api/admin/security-events',
    access: 'admin',
    query: page.extend({
      event: choice('event', securityEventNames).optional(),
      outcome: choice('outcome', securityOutcomes).optional(),
      /** The address or the id of an account. */
      account: z.string().trim().min(1).max(254).optional(),
      network: z.string().trim().min(1).max(64).optional(),
      from: time('from').optional(),
      to: time('to').optional(),
    }),
    response: z.object({ events: z.array(adminSecurityEventView), next: z.string().nullable() }),
  }),
};
