import { baseAddress, originAddress } from '@earshot/core';
import { adminMfa, platformSettings, sealingKeysFile } from '@earshot/service-kit';
import { z } from 'zod';

const { EARSHOT_DEMO, EARSHOT_URL } = platformSettings.shape;
const registrations = 'must be a whole number above 0';

/** Anybody can have a tenant of such an issuer, with any address in it. */
const isMultiTenant = (address: string) =>
  /\/(?:common|organizations|consumers)(?:\/|$)/i.test(new URL(address).pathname);
const multiTenant =
  'must not be trust where OIDC_ISSUER serves every tenant (common, organizations, consumers): set OIDC_ISSUER to the issuer of your own tenant';

/** The auth service's settings. */
export const authConfig = z
  .object({
    EARSHOT_ADMIN_EMAILS: z
      .string()
      .default('')
      .transform((list) => list.split(',').map((email) => email.trim()))
      .transform((emails) => emails.filter((email) => email !== ''))
      .pipe(z.array(z.email('must be e-mail addresses, separated by commas')))
      .describe('Addresses, by commas, whose accounts become administrators when they verify them while signed in'),
    OIDC_ISSUER: baseAddress.optional().describe('Issuer address of the OpenID provider for sign-in'),
    OIDC_CLIENT_ID: z
      .string()
      .min(1)
      .optional()
      .describe('Client ID registered with the provider; needed with OIDC_ISSUER'),
    OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of that client; needed with OIDC_ISSUER'),
    OIDC_NAME: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe('Name of the provider on the sign-in button; its host name by default'),
    OIDC_EMAIL_VERIFIED: z
      .literal('trust', { error: 'must be trust, or not set' })
      .optional()
      .describe(
        'trust: addresses of the provider count as verified even if it does not state it; makes no administrators',
      ),
    SEALING_KEYS_FILE: sealingKeysFile,
    EARSHOT_ADMIN_MFA: adminMfa,
    REGISTRATIONS_PER_HOUR: z.coerce
      .number({ error: registrations })
      .int(registrations)
      .positive(registrations)
      .default(60)
      .describe('Accounts that may be created from one address per hour'),
    MAIL_LINKS_URL: originAddress
      .optional()
      .describe("Base of links in mails if EARSHOT_URL is not set; the gateway's address by default"),
    EARSHOT_DEMO,
    EARSHOT_URL,
  })
  .superRefine((settings, context) => {
    const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
    const missing = names.filter((name) => settings[name] === undefined);
    const { OIDC_ISSUER, OIDC_NAME, OIDC_EMAIL_VERIFIED } = settings;
    if (OIDC_EMAIL_VERIFIED === 'trust' && OIDC_ISSUER !== undefined && isMultiTenant(OIDC_ISSUER))
      context.addIssue({ code: 'custom', path: ['OIDC_EMAIL_VERIFIED'], message: multiTenant });
    if (missing.length === names.length && OIDC_NAME === undefined && OIDC_EMAIL_VERIFIED === undefined) return;
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: 'is needed with the other settings of OIDC_' });
  });
export type AuthConfig = z.infer<typeof authConfig>;
