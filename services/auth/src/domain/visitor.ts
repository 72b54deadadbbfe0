/** The cookie by which the public search knows a browser again. */
export const visitorCookie = 'earshot_visitor';

/** The visitor of such a cookie; anything but an id of ours is nobody, since browsers send what they like. */
export function visitorOf(cookie: string | undefined): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cookie ?? '') ? (cookie ?? null) : null;
}
