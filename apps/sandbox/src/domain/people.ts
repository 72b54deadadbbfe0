import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Somebody who signs in with Sandbox ID. */
export interface Person {
  /** The same for one address, whatever its case, for ever. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  /** Whether the sandbox vouches for the address. */
  readonly emailVerified: boolean;
}

/** Ready to be chosen, for whoever wants to look around. */
export const people: readonly Person[] = [
  person('Ada Founder', 'ada.founder@sandbox.example', true),
  person('Ben Marketer', 'ben.marketer@sandbox.example', true),
  person('Cleo Newcomer', 'cleo.newcomer@sandbox.example', false),
];

function person(name: string, email: string, emailVerified: boolean): Person {
  return { subject: subjectOf(email), name, email, emailVerified };
}

function subjectOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}

const form = z.object({
  name: z.string().trim().max(100, 'The name has at most 100 characters').default(''),
  email: z.string().trim().max(254, 'The address is too long').pipe(z.email('Please enter a valid email address')),
  verified: z.string().optional(),
});

/** What was typed into the form: a person, or what is wrong with it. */
export function typedPerson(fields: unknown): { person: Person } | { problem: string } {
  const parsed = form.safeParse(fields);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? 'Please fill in the form' };
  const { name, email, verified } = parsed.data;
  return { person: person(name, email, verified !== undefined) };
}

/** The claims of OpenID Connect about a person. */
export function claimsOf({ subject, name, email, emailVerified }: Person) {
  const [given = '', ...family] = name.split(/\s+/);
  return {
    sub: subject,
    email,
    email_verified: emailVerified,
    ...(name !== '' && { name }),
    ...(given !== '' && { given_name: given }),
    ...(family.length > 0 && { family_name: family.join(' ') }),
  };
}
