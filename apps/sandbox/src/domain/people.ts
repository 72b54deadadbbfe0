import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A person who signs in with Sandbox ID. */
export interface Person {
  /** Stable for an address, ignoring case. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  /** Whether the sandbox claims that the address is verified. */
  readonly emailVerified: boolean;
}

/** Predefined people that a user can choose. */
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

/** Validates the form: returns the person, or the error to show. */
export function typedPerson(fields: unknown): { person: Person } | { problem: string } {
  const parsed = form.safeParse(fields);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? 'Please fill in the form' };
  const { name, email, verified } = parsed.data;
  return { person: person(name, email, verified !== undefined) };
}

/** The OpenID Connect claims of a person. */
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
