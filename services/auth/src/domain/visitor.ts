/** Returns the visitor id from the cookie. Anything but a valid id is ignored, because browsers can send any value. */
export function visitorOf(cookie: string | undefined): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cookie ?? '') ? (cookie ?? null) : null;
}
