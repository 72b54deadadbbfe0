import { parseCookie, stringifySetCookie } from 'cookie';
import { cookieName, markerCookie } from '@earshot/proto/http/cookies';
import { absoluteMs } from '../domain/session.ts';

/** Reads and writes the session's two cookies. */
export interface SessionCookies {
  /** The name of the cookie with the secret. */
  readonly name: string;
  read(header: string | undefined): string | undefined;
  /** Set-Cookie values that start a session in the browser. */
  start(secret: string): string[];
  /** Set-Cookie values that end the session. */
  end(): string[];
}

/** `__Host-` binds the cookie to this host. It requires HTTPS, so plain HTTP uses no prefix. */
export function sessionCookies({ secure }: { secure: boolean }): SessionCookies {
  const name = secure ? '__Host-earshot' : 'earshot';
  const shared = { path: '/', sameSite: 'lax', secure } as const;
  const marker = cookieName(markerCookie, secure);
  const both = (secret: string, mark: string, maxAge: number) => [
    stringifySetCookie({ ...shared, name, value: secret, httpOnly: true, maxAge }),
    stringifySetCookie({ ...shared, name: marker, value: mark, maxAge }),
  ];
  return {
    name,
    read: (header) => (header === undefined ? undefined : parseCookie(header)[name]),
    start: (secret) => both(secret, '1', absoluteMs / 1000),
    end: () => {
      // Browsers that signed in before the prefix existed still have the plain marker.
      const former = secure ? [stringifySetCookie({ ...shared, name: markerCookie.plain, value: '', maxAge: 0 })] : [];
      return [...both('', '', 0), ...former];
    },
  };
}
