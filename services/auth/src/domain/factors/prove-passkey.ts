import type { PasskeyProof } from '@earshot/proto/http/auth-factors';
import type { NewPasskey } from '@earshot/proto/http/auth-own-factors';
import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { ChallengePurpose, Challenges, PasskeySite, Passkeys, PasskeyVerifier } from './passkeys.ts';

export interface PasskeyDependencies {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly verifier: PasskeyVerifier;
  readonly now: () => Date;
}

/** `userId` null: the passkey itself tells who signs in. */
interface ProofFacts {
  readonly purpose: ChallengePurpose;
  readonly userId: UserId | null;
  readonly site: PasskeySite;
}

/**
 * Checks a signature by a passkey and resolves with the passkey's user. Each challenge works once, and a counter that did
 * not grow is refused: the passkey may have been copied. A sign-in by passkey alone requires that the authenticator
 * verified the person. Throws auth.passkey-invalid.
 */
export async function provePasskey(
  proof: PasskeyProof,
  { purpose, userId, site }: ProofFacts,
  { passkeys, challenges, verifier, now }: PasskeyDependencies,
): Promise<string> {
  const challenge = verifier.challengeOf(proof.response.clientDataJSON);
  if (challenge === null || !(await challenges.use(challenge, { purpose, userId, now: now() }))) throw invalid();
  const passkey = await passkeys.find(proof.id);
  if (passkey === null || (userId !== null && passkey.userId !== userId)) throw invalid();
  const { userHandle } = proof.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) throw invalid();
  const isAlone = purpose === 'sign-in';
  const counter = await verifier.signed(proof, { challenge, site, passkey, isAlone });
  if (counter === null || !(await passkeys.use(passkey, counter, now()))) throw invalid();
  return passkey.userId;
}

/** Stores a new passkey. Throws auth.passkey-invalid or passkey.limit. */
export async function addPasskey(
  given: { userId: UserId; name: string; passkey: NewPasskey; site: PasskeySite },
  { passkeys, challenges, verifier, now }: PasskeyDependencies,
): Promise<void> {
  const { userId, name, passkey, site } = given;
  const challenge = verifier.challengeOf(passkey.response.clientDataJSON);
  const facts = { purpose: 'add', userId, now: now() } as const;
  if (challenge === null || !(await challenges.use(challenge, facts))) throw invalid();
  const credential = await verifier.created(passkey, { challenge, site });
  if (credential === null) throw invalid();
  const stored = { ...credential, userId, name, domain: site.domain, createdAt: now(), usedAt: null };
  const result = await passkeys.add(stored);
  if (result === 'full') throw appError('passkey.limit');
  if (result === 'exists') throw invalid();
}

/** The user as passkeys store it. */
export function userHandleOf(userId: UserId): string {
  return Buffer.from(userId).toString('base64url');
}

function invalid() {
  const { message } = appError('auth.passkey-invalid');
  return appError('auth.passkey-invalid', { fields: { passkey: message } });
}
