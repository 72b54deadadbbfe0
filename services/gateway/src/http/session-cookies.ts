import { parseCookie, stringifySetCookie } from 'cookie';
import { absoluteMs } from '../domain/session.ts';

/** The marker cookie readable by scripts: public pages need no call to know whether the visitor is signed in. */
const marker = 'signed_in';

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
  const both = (secret: string, mark: string, maxAge: number) => [
    stringifySetCookie({ ...shared, name, value: secret, httpOnly: true, maxAge }),
    stringifySetCookie({ ...shared, name: marker, value: mark, maxAge }),
  ];
  return {
    name,
    read: (header) => (header === undefined ? undefined : parseCookie(header)[name]),
    start: (secret) => both(secret, '1', absoluteMs / 1000),
    end: () => both('', '', 0),
  };
}
