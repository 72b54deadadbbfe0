import { z } from 'zod';

/** What the operator may set of accounts. */
export const authConfig = z.object({
  EARSHOT_ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((email) => email.trim()))
    .transform((emails) => emails.filter((email) => email !== ''))
    .pipe(z.array(z.email('must be e-mail addresses, separated by commas')))
    .describe('Addresses, separated by commas, whose accounts become administrators'),
});
