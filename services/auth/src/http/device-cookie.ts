import type { RequestFacts } from '@earshot/service-kit';
import { cookieName, deviceCookie, keptCookie } from '@earshot/proto/http/cookies';
import { randomBytes } from 'node:crypto';
import { deviceLifeMs, isDeviceSecret } from '../domain/devices.ts';

/** The device cookie of a request: the browser's, or a new one; and the header that sets it for another 400 days. */
export function deviceOf({ cookie, origin }: Pick<RequestFacts, 'cookie' | 'origin'>) {
  const value = keptCookie(deviceCookie, cookie);
  const secret = value !== undefined && isDeviceSecret(value) ? value : randomBytes(32).toString('base64url');
  const isSecure = origin?.startsWith('https:') === true;
  const secure = isSecure ? '; Secure' : '';
  const setCookie = `${cookieName(deviceCookie, isSecure)}=${secret}; Path=/; Max-Age=${deviceLifeMs / 1000}; HttpOnly; SameSite=Lax${secure}`;
  return { secret, setCookie };
}
