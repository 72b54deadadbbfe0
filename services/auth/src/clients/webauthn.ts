import { z } from 'zod';
import { type PasskeyVerifier, signatureAlgorithms } from '../domain/factors/passkeys.ts';

const clientData = z.object({ challenge: z.string() });

/** Loaded with the first passkey: it takes 3 MB, and most installations at home have none. */
const library = () => import('@simplewebauthn/server');

/** WebAuthn by the simplewebauthn library, which throws for everything that is wrong. */
export function webAuthn(): PasskeyVerifier {
  return {
    created: async (given, { challenge, site }) => {
      const { verifyRegistrationResponse } = await library();
      const checked = await orNull(() =>
        verifyRegistrationResponse({
          response: { ...given, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.domain,
          requireUserVerification: false,
          supportedAlgorithmIDs: [...signatureAlgorithms],
        }),
      );
      if (checked?.verified !== true) return null;
      const { id, publicKey, counter } = checked.registrationInfo.credential;
      return { id, publicKey: new Uint8Array(publicKey), counter };
    },
    signed: async (given, { challenge, site, passkey, isAlone }) => {
      const { id, publicKey, counter } = passkey;
      const { userHandle: _checkedBefore, ...signed } = given.response;
      const { verifyAuthenticationResponse } = await library();
      const checked = await orNull(() =>
        verifyAuthenticationResponse({
          response: { ...given, response: signed, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.domain,
          credential: { id, publicKey, counter },
          requireUserVerification: isAlone,
        }),
      );
      return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
    },
    challengeOf: (json) => {
      try {
        return clientData.parse(JSON.parse(Buffer.from(json, 'base64url').toString())).challenge;
      } catch {
        return null;
      }
    },
  };
}

async function orNull<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
