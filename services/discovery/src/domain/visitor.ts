/** The cookie by which the public search knows a browser again; auth reads it when somebody registers. */
export const visitorCookie = 'earshot_visitor';

/** How long a visitor's searches are kept, and so the cookie. */
export const visitorDays = 30;

/** The visitor of such a cookie; anything but an id of ours is nobody, since browsers send what they like. */
export function visitorOf(cookie: string | undefined): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cookie ?? '') ? (cookie ?? null) : null;
}

/** What sets the cookie for another while. */
export function visitorSetCookie(visitor: string, { secure }: { secure: boolean }): string {
  const maxAge = visitorDays * 24 * 3600;
  return `${visitorCookie}=${visitor}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
