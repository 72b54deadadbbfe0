import type { RequestFacts } from '@earshot/service-kit';
import { deviceCookie } from '@earshot/proto/http/auth';
import { randomBytes } from 'node:crypto';
import { deviceLifeMs, isDeviceSecret } from '../domain/devices.ts';

/** The device cookie of a request: the browser's, or a new one; and the header that sets it for another 400 days. */
export function deviceOf({ cookie, origin }: Pick<RequestFacts, 'cookie' | 'origin'>) {
  const given = cookie(deviceCookie);
  const secret = given !== undefined && isDeviceSecret(given) ? given : randomBytes(32).toString('base64url');
  const secure = origin?.startsWith('https:') === true ? '; Secure' : '';
  const setCookie = `${deviceCookie}=${secret}; Path=/; Max-Age=${deviceLifeMs / 1000}; HttpOnly; SameSite=Lax${secure}`;
  return { secret, setCookie };
}
