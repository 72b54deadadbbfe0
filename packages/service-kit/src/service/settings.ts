import { originAddress } from '@earshot/core';
import { modelAddress } from '@earshot/llm';
import { allowedOutside } from '@earshot/outbound';
import { missingSourceSettings, sourceSettings } from '@earshot/sources';
import { z } from 'zod';

/** One address, optionally with a name before it. */
const mailFrom = /^(?:[^<>@,;"\r\n]+ <[^<>@\s,;]+@[^<>@\s,;]+>|[^<>@\s,;]+@[^<>@\s,;]+)$/;

const wholeTokens = 'must be a whole number of tokens, 0 for no limit';

/** The `config` of a service that has no settings. */
export const noSettings = z.object({});

/** The setting of the two services that check administrators: auth and the gateway. */
export const adminMfa = z
  .enum(['optional', 'required'], { error: 'must be optional or required' })
  .default('optional')
  .describe('required: administrators need a passkey or an authenticator app before they may do anything as such');

/** Settings of the parts that all services share. */
export const platformSettings = z
  .object({
    OPENAI_API_KEY: z
      .string()
      .min(1)
      .optional()
      .describe('Key of an OpenAI-compatible model; overrides the model server that an administrator connected'),
    OPENAI_BASE_URL: modelAddress.optional().describe('Where the model answers, usually ending with /v1'),
    OPENAI_MODEL: z.string().min(1).optional().describe('Model name to send instead of the one a user chose'),
    LLM_TOKENS_PER_USER_PER_DAY: z.coerce
      .number({ error: wholeTokens })
      .int(wholeTokens)
      .min(0, wholeTokens)
      .default(1_000_000)
      .describe('Tokens of models that a user may spend a day (UTC); then the keyless scorer serves, 0 is no limit'),
    ...sourceSettings,
    OUTBOUND_ALLOW: allowedOutside,
    OUTBOUND_CONTACT: z
      .string()
      .regex(/^(?:https?:\/\/|mailto:)[\x21-\x7e]{3,200}$/, 'must be a web address or mailto:name@example.com')
      .optional()
      .describe('How sites reach the operator, in the user agent: a web address or mailto:name@example.com'),
    EARSHOT_URL: originAddress.optional().describe('Address under which browsers reach Earshot'),
    EARSHOT_DEMO: z
      .stringbool({ error: 'must be true or false' })
      .default(false)
      .describe('Opens the sandbox and Sandbox ID to everyone who reaches a public EARSHOT_URL: for demos'),
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        error: 'must read smtp://user:password@host:port, or smtps:// for TLS from the start',
      })
      .optional()
      .describe('Mail server, smtp://user:password@host:port; the auth service of a cluster needs it'),
    MAIL_FROM: z
      .string()
      .regex(mailFrom, 'must read Name <name@example.com> or name@example.com')
      .optional()
      .describe('Sender of all mails, Name <name@example.com>; needed with SMTP_URL'),
  })
  .superRefine((settings, context) => {
    if (settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined)
      context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'is needed with SMTP_URL' });
    for (const need of missingSourceSettings(settings).plain) context.addIssue(lacking(need));
  });

/** Settings of a process that runs every service, including those that call the sources. */
export const allServicesSettings = platformSettings.superRefine((settings, context) => {
  for (const need of missingSourceSettings(settings).secret) context.addIssue(lacking(need));
});
export type PlatformSettings = z.infer<typeof platformSettings>;

function lacking({ setting, with: other }: { readonly setting: string; readonly with: string }) {
  return { code: 'custom' as const, path: [setting], message: `is needed with ${other}` };
}
