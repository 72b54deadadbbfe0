import { adminMfa, platformSettings, sealingKeysFile } from '@earshot/service-kit';
import { z } from 'zod';

const { EARSHOT_DEMO, EARSHOT_URL } = platformSettings.shape;
const registrations = 'must be a whole number above 0';
const issuer = 'must be the address of an OpenID provider that begins with https:// or http://';

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
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: issuer })
      .optional()
      .describe('Issuer address of the OpenID provider for sign-in'),
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
    SEALING_KEYS_FILE: sealingKeysFile,
    EARSHOT_ADMIN_MFA: adminMfa,
    REGISTRATIONS_PER_HOUR: z.coerce
      .number({ error: registrations })
      .int(registrations)
      .positive(registrations)
      .default(60)
      .describe('Accounts that may be created from one address per hour'),
    MAIL_LINKS_URL: z
      .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
      .optional()
      .describe("Base of links in mails if EARSHOT_URL is not set; the gateway's address by default"),
    EARSHOT_DEMO,
    EARSHOT_URL,
  })
  .superRefine((settings, context) => {
    const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
    const missing = names.filter((name) => settings[name] === undefined);
    if (missing.length === names.length && settings.OIDC_NAME === undefined) return;
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: 'is needed with the other settings of OIDC_' });
  });
export type AuthConfig = z.infer<typeof authConfig>;
