import { anyWebAddress, isLoopbackAddress, portNumber } from '@earshot/core';
import { adminMfa, platformSettings } from '@earshot/service-kit';
import { z } from 'zod';

const { EARSHOT_URL, EARSHOT_DEMO } = platformSettings.shape;

/** A URI on one line, because it becomes a line of `security.txt`. */
const contact = /^(?:mailto:[^\s@,]+@[^\s@,]+|https:\/\/\S+)$/;

const gatewaySettings = z.object({
  PORT: portNumber(0).default(8080).describe('Port that browsers reach'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  EARSHOT_URL,
  EARSHOT_DEMO,
  WEB_ROOT: z.string().min(1).optional().describe('Folder of the built web app; without it only the API is served'),
  USAGE_URL: anyWebAddress
    .optional()
    .describe('Address that browsers report page views to, without personal data; without it nothing is reported'),
  EARSHOT_BILLING: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('off hides the trial card, the link to the billing page and the page; on by default'),
  CALLS_PER_MINUTE: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .default(600)
    .describe('Calls per minute of a user; 600 by default'),
  NETWORK_CALLS_PER_MINUTE: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .default(3_000)
    .describe('Calls per minute of one network, at least CALLS_PER_MINUTE; 3000 by default'),
  SOCKETS_PER_SESSION: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .default(20)
    .describe('Live connections of one session; 20 by default'),
  TRUSTED_PROXIES: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Number of trusted proxies before the gateway that set X-Forwarded-For; 0 by default'),
  DEV_ACCESS_PASSWORD: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Password for access before the release; without it access is not restricted'),
  EARSHOT_ADMIN_MFA: adminMfa,
  EARSHOT_SECURITY_CONTACT: z
    .string()
    .regex(contact, 'must read mailto:name@example.com or https://...')
    .default('mailto:security@earshot.example')
    .describe('Where to report security problems, mailto:name@example.com or https://...; shown in security.txt'),
});

/** The gateway's settings. Other machines reach it only under a configured name (docs/decisions/0078-accepted-hosts.md). */
export const gatewayConfig = gatewaySettings.superRefine(({ HOST, EARSHOT_URL: url }, context) => {
  if (url !== undefined || isLoopbackAddress(HOST)) return;
  const advice = 'set EARSHOT_URL to the address that browsers use, or HOST to 127.0.0.1';
  context.addIssue({ code: 'custom', path: ['HOST'], message: `${HOST} opens Earshot to other machines: ${advice}` });
});
