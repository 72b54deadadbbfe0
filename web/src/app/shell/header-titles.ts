import { paths } from '../../config/paths.ts';

interface HeaderWords {
  readonly title: string;
  readonly subtitle?: string;
}

const overview: HeaderWords = { title: 'Overview', subtitle: 'Monitor your lead discovery performance' };

const byPath: ReadonlyMap<string, HeaderWords> = new Map([
  [paths.leads, { title: 'Lead Management' }],
  [paths.configuration, { title: 'Lead Discovery Configuration' }],
  [paths.messages, { title: 'Generated Messages' }],
  [paths.analytics, { title: 'Analytics & Performance' }],
  [paths.settings, { title: 'Settings' }],
  [paths.adminAnalytics, { title: 'Admin Analytics' }],
]);

/** Returns the header of a dashboard page; unknown pages get the header of the overview. */
export const headerOf = (pathname: string): HeaderWords => byPath.get(pathname.replace(/\/+$/, '')) ?? overview;
