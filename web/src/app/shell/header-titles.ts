import { paths } from '../../config/paths.ts';

interface HeaderTexts {
  readonly title: string;
  readonly subtitle?: string;
}

const overview: HeaderTexts = { title: 'Overview', subtitle: 'Monitor your lead discovery performance' };

const byPath: ReadonlyMap<string, HeaderTexts> = new Map([
  [paths.leads, { title: 'Lead Management' }],
  [paths.configuration, { title: 'Lead Discovery Configuration' }],
  [paths.messages, { title: 'Generated Messages' }],
  [paths.analytics, { title: 'Analytics & Performance' }],
  [paths.settings, { title: 'Settings' }],
  [paths.billing, { title: 'Billing' }],
  [paths.adminAnalytics, { title: 'Admin Analytics' }],
]);

/** Returns the header of a dashboard page; unknown pages get the header of the overview. */
export const headerOf = (pathname: string): HeaderTexts => byPath.get(pathname.replace(/\/+$/, '')) ?? overview;
