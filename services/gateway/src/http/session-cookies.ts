import { parseCookie, stringifySetCookie } from 'cookie';
import { absoluteMs } from '../domain/session.ts';

/** The readable marker that spares public pages the question who the visitor is. */
const marker = 'signed_in';

/** Reads and writes the two cookies of a session. */
export interface SessionCookies {
  /** Of the one that carries the secret. */
  readonly name: string;
  read(header: string | undefined): string | undefined;
  /** Set-Cookie values that start a session on the browser. */
  start(secret: string): string[];
  /** Set-Cookie values that end it. */
  end(): string[];
}

/** `__Host-` binds the cookie to this very host where TLS protects it; plain HTTP cannot carry that prefix. */
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
