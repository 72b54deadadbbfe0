import type { UserId } from '@earshot/proto/refs';
import type { Notices } from './mails/notices.ts';

/**
 * Browsers in which a user has signed in. A long-lived cookie marks them; per user only a digest of its secret is
 * stored, so that stored data neither marks another browser nor shows which accounts share one.
 */
export interface Devices {
  /** Whether the user has signed in with this cookie before. False for a missing or malformed cookie. */
  isKnownDevice(userId: UserId, cookie: string | undefined): Promise<boolean>;
  /** Remembers the cookie for the user. Returns false if it was known. */
  rememberDevice(userId: UserId, cookie: string, now: Date): Promise<boolean>;
}

/** Milliseconds that a device is remembered after its last sign-in: the longest that browsers keep a cookie. */
export const deviceLifeMs = 400 * 24 * 3_600_000;

/** Whether a cookie has the form of our secrets: 256 bits. Browsers can send any value. */
export function isDeviceSecret(cookie: string): boolean {
  return /^[\w-]{43}$/.test(cookie);
}

/** A browser in which a user signs in. */
export interface DeviceVisit {
  readonly userId: UserId;
  /** The cookie with its secret: the browser's, or a new one. */
  readonly cookie: string;
  readonly network: string;
}

/** Remembers the browser of a new account. */
export async function meetFirstDevice(
  { userId, cookie }: DeviceVisit,
  deps: { readonly devices: Devices; readonly now: () => Date },
): Promise<void> {
  await deps.devices.rememberDevice(userId, cookie, deps.now());
}

/** Remembers the browser of a sign-in, and informs the user by mail if it is new. */
export async function meetDevice(
  { userId, cookie, network }: DeviceVisit,
  deps: { readonly devices: Devices; readonly notices: Notices; readonly now: () => Date },
): Promise<void> {
  const isNew = await deps.devices.rememberDevice(userId, cookie, deps.now());
  if (isNew) await deps.notices.send('new-device', { userId, network });
}
