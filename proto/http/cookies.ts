/**
 * The names of a cookie. Under https a prefix makes browsers accept it only over https, and only from this host, so that
 * neither a network nor a sibling domain can plant one. The prefix requires the path `/`.
 */
export interface OwnCookie {
  readonly plain: string;
  readonly secure: string;
}

/** Identifies a browser to the public search. */
export const visitorCookie = { plain: 'earshot_visitor', secure: '__Host-earshot_visitor' } as const;
/** Marks a browser in which somebody signed in before. auth stores only digests of its secret. */
export const deviceCookie = { plain: 'earshot_device', secure: '__Host-earshot_device' } as const;
/** Keeps the state of a visit at the identity provider. */
export const loginCookie = { plain: 'earshot_login', secure: '__Host-earshot_login' } as const;
/** Proves the first step of a sign-in until the second one. */
export const factorCookie = { plain: 'earshot_factor', secure: '__Host-earshot_factor' } as const;
/** Readable by scripts: public pages need no call to know whether the visitor is signed in. */
export const markerCookie = { plain: 'signed_in', secure: '__Host-signed_in' } as const;

/** Both names of each cookie, for the lists of contracts. */
export function cookieNames(...cookies: readonly OwnCookie[]): string[] {
  return cookies.flatMap(({ plain, secure }) => [plain, secure]);
}

/** The name under which a page of this origin gets the cookie. */
export function cookieName(cookie: OwnCookie, isSecure: boolean): string {
  return isSecure ? cookie.secure : cookie.plain;
}

/** The value of a cookie. Browsers may still have it under the plain name, from before the prefix. */
export function keptCookie(cookie: OwnCookie, read: (name: string) => string | undefined): string | undefined {
  return read(cookie.secure) ?? read(cookie.plain);
}
