import { z } from 'zod';

/** A text that must be present. */
export const required = (message: string) => z.string({ error: message }).min(1, message);
/** The same for an address, whose form is not checked. */
export const requiredEmail = (message: string) => z.string({ error: message }).trim().min(1, message);
/** A mail address. */
export const address = (missing: string) =>
  requiredEmail(missing)
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address'));
/** In its normal form, which is what is hashed. The service also refuses weak passwords (password-rules.ts) and common ones, because it has the list. */
export const newPassword = (missing: string) =>
  required(missing)
    .normalize('NFKC')
    .min(8, 'Password must be at least 8 characters long')
    .max(256, 'Password must be at most 256 characters long');

/** The secret in the link of a mail. */
export const linkToken = required('The link is not complete: open it from the email again').max(
  200,
  'The link is not right',
);
