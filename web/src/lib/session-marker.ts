/** Whether the gateway's readable cookie says that there is a session; without it nobody asks who the user is. */
export function hasSessionMarker(cookies: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === 'signed_in=1');
}
