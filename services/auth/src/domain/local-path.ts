import { pagePath } from '@earshot/core';

/** The target if no page was requested. */
const home = '/dashboard';
/** Limits the size of the cookie. */
const maxLength = 1_000;

/** Returns `target` if it is a page of Earshot, normalized for a Location header; else the dashboard. */
export function localPath(target: string | undefined): string {
  return pagePath(target, maxLength) ?? home;
}
