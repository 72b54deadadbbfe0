/** Every path of the web app. */
export const paths = {
  home: '/',
  scores: '/how-scores-are-measured',
  auth: '/auth',
  authPassword: '/auth/password',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  confirmAddress: '/confirm-address',
  firstAdmin: '/first-admin',
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

/** The sign-in page in its register mode. */
export const registerPath = `${paths.auth}?mode=register`;

/** The settings of the model. */
export const modelSettingsPath = `${paths.settings}#model`;

/** The state of the sources, and what to do where one fails. */
export const sourcesPath = `${paths.settings}#sources`;

/** The query parameter that names the open lead of the leads page. */
export const linkedLead = 'lead';

/** The query parameters of the open lead's composer: the message type, and the tone and length for the next draft. */
export const composerParams = { messageType: 'message', tone: 'tone', length: 'length' } as const;

/** The leads page with one lead open. */
export const leadPath = (id: string) => `${paths.leads}?${new URLSearchParams({ [linkedLead]: id }).toString()}`;

/** The leads page with the composer of one lead open for a type of message. */
export const composerPath = (id: string, messageType: string) =>
  `${leadPath(id)}&${new URLSearchParams({ [composerParams.messageType]: messageType }).toString()}`;

/** The login path that returns to `here` (a local path with its query). */
export function authPath(here: string): string {
  return `${paths.auth}?return=${encodeURIComponent(here)}`;
}

/** The sign-in page at its second step, which returns to `here`. */
export function secondStepPath(here: string): string {
  return `${paths.auth}?${new URLSearchParams({ step: 'factor', return: here }).toString()}`;
}

/**
 * Returns the path to go to after sign-in: the `return` parameter if it is a path of this site, else the dashboard.
 * Rejects everything that a browser could interpret as another site.
 */
export function returnPath(search: URLSearchParams, origin: string): string {
  const target = search.get('return') ?? '';
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return paths.dashboard;
  const url = new URL(target, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return paths.dashboard;
  return url.pathname + url.search + url.hash;
}
