import type { confirmContract } from '@earshot/proto/http/auth-confirm';
import type { ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import type { z } from 'zod';

type Creation = z.output<typeof ownFactorContract.beginPasskey.response>;
type Request = z.output<typeof confirmContract.confirmByPasskey.response>;

/** The browser's dialog for a new passkey. The library loads on demand. Rejects if the user cancels. */
export async function makePasskey(optionsJSON: Creation) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON });
}

/** The browser's dialog for using a passkey. The library loads on demand. Rejects if the user cancels. */
export async function signWithPasskey(optionsJSON: Request) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON });
}

/** Whether the user cancelled the browser's dialog, or it found no passkey. The browser does not tell which. */
export function isDialogCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/**
 * The address at which passkeys work if they do not work here: they need a name, so 127.0.0.1 leads to localhost. Null
 * where they work, or nothing helps.
 */
export function passkeyAddress({ hostname, href }: Pick<Location, 'hostname' | 'href'>): string | null {
  if (!/^127\.|^\[::1\]$/.test(hostname)) return null;
  const url = new URL(href);
  url.hostname = 'localhost';
  return url.href;
}

/** Whether this browser and address support passkeys: under https, or http on localhost. */
export function passkeysWork(): boolean {
  const isName = !/^\[|^[\d.]+$/.test(location.hostname);
  return isName && window.isSecureContext && 'PublicKeyCredential' in window;
}
