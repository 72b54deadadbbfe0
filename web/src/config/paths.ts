/** Every path of the web app. */
export const paths = {
  home: '/',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  devAccess: '/dev-access',
  dashboard: '/dashboard',
  leads: '/dashboard/leads',
  configuration: '/dashboard/configuration',
  messages: '/dashboard/messages',
  analytics: '/dashboard/analytics',
  settings: '/dashboard/settings',
  billing: '/dashboard/billing',
  adminAnalytics: '/admin/analytics',
} as const;

/** What the address of the leads page names a lead by, which then stands above the list. */
export const linkedLead = 'lead';

/** The leads page with one lead above the list. */
export const leadPath = (id: string) => `${paths.leads}?${new URLSearchParams({ [linkedLead]: id }).toString()}`;

/** The login path that comes back to `here` (a local path with its query). */
export function authPath(here: string): string {
  return `${paths.auth}?return=${encodeURIComponent(here)}`;
}

/**
 * Where to go after sign-in: the `return` of the address if it is a path of this site, else the dashboard.
 * Anything that a browser could read as another site is refused.
 */
export function returnPath(search: URLSearchParams, origin: string): string {
  const wanted = search.get('return') ?? '';
  if (!wanted.startsWith('/') || !URL.canParse(wanted, origin)) return paths.dashboard;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return paths.dashboard;
  return url.pathname + url.search + url.hash;
}
