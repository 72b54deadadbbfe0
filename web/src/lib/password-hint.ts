import { type PasswordOwner, passwordWeakness, passwordWeaknesses } from '@earshot/proto/password-rules';

const minLength = 8;
const goodLength = 12;

/** Says how strong a new password is while the user types. The server also refuses the most common passwords. */
export function passwordHint(password: string, owner: PasswordOwner): string {
  if (password.length < minLength) return `At least ${minLength} characters`;
  const weakness = passwordWeakness(password, owner);
  if (weakness !== null) return `Weak: it ${passwordWeaknesses[weakness]}`;
  return password.length < goodLength ? `Fair: ${goodLength} characters are much harder to guess` : 'Strong';
}
