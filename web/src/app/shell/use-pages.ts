import { useQuery } from '@tanstack/react-query';
import type { IconName } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { checkAdminQuery } from '../../features/auth/api/current-user.ts';
import { hasBilling } from '../../lib/has-billing.ts';
import { texts } from '../texts.ts';

export interface PageLink {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

const links: readonly PageLink[] = [
  { to: paths.leads, icon: 'leads', label: texts.links.leads },
  { to: paths.configuration, icon: 'sliders', label: texts.links.configuration },
  { to: paths.messages, icon: 'message', label: texts.links.messages },
  { to: paths.analytics, icon: 'chart', label: texts.links.analytics },
  { to: paths.settings, icon: 'gear', label: texts.links.settings },
];
const billingLink: PageLink = { to: paths.billing, icon: 'spark', label: texts.links.billing };
const adminLink: PageLink = { to: paths.adminAnalytics, icon: 'shield', label: texts.links.admin };

/** The pages that this user can open, in the order of the sidebar. */
export function usePages(): readonly PageLink[] {
  const { data: admin } = useQuery(checkAdminQuery);
  return [...links, ...(hasBilling() ? [billingLink] : []), ...(admin?.isAdmin ? [adminLink] : [])];
}
