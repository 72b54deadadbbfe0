import type { Subreddit } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { NavLink, useLocation, useSearchParams } from 'react-router-dom';
import { Icon, type IconName } from '../../components/icon.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { paths } from '../../config/paths.ts';
import { checkAdminQuery } from '../../features/auth/api/check-admin.ts';
import { filteredCommunity, filtersOf } from '../../features/leads/community-filter.ts';
import { noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { CommunitiesNav } from '../../features/subreddits/components/communities-nav.tsx';
import { hasBilling } from '../../lib/has-billing.ts';
import styles from './sidebar-content.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { TrialCard } from './trial-card.tsx';
import { texts } from '../texts.ts';

interface NavItem {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

const links: readonly NavItem[] = [
  { to: paths.leads, icon: 'leads', label: texts.links.leads },
  { to: paths.configuration, icon: 'sliders', label: texts.links.configuration },
  { to: paths.messages, icon: 'message', label: texts.links.messages },
  { to: paths.analytics, icon: 'chart', label: texts.links.analytics },
  { to: paths.settings, icon: 'gear', label: texts.links.settings },
];
const billingLink: NavItem = { to: paths.billing, icon: 'spark', label: texts.links.billing };
const adminLink: NavItem = { to: paths.adminAnalytics, icon: 'shield', label: texts.links.admin };

interface SidebarContentProps {
  readonly email: string;
  readonly onNavigate: () => void;
  readonly onManage: () => void;
}

export function SidebarContent({ email, onNavigate, onManage }: SidebarContentProps) {
  const { pathname } = useLocation();
  const { data: admin } = useQuery(checkAdminQuery);
  const showsBilling = hasBilling();
  const shown = [...links, ...(showsBilling ? [billingLink] : []), ...(admin?.isAdmin ? [adminLink] : [])];
  return (
    <div className={styles.content}>
      <nav className={styles.nav} aria-label={texts.navigation}>
        {shown.map(({ to, icon, label }) => (
          <NavLink key={to} to={to} className={styles.link ?? ''} onClick={onNavigate}>
            <Icon name={icon} />
            <span className={styles.label}>{label}</span>
          </NavLink>
        ))}
      </nav>
      <div className={styles.middle}>
        {pathname.startsWith(paths.leads) && <Communities onNavigate={onNavigate} onManage={onManage} />}
      </div>
      {showsBilling && <TrialCard onNavigate={onNavigate} />}
      <div className={styles.foot}>
        <p className={styles.email} title={email}>
          {email}
        </p>
        <ThemeMenu opens="above" className={styles.action} labelClassName={styles.label} />
        <SignOutButton />
      </div>
    </div>
  );
}

function Communities({ onNavigate, onManage }: Omit<SidebarContentProps, 'email'>) {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const { data: communities = [] } = useQuery(subredditsQuery);
  const selected = filteredCommunity(filters, communities);
  const hrefOf = (community: Subreddit | null) => {
    const { subreddit, source } = community ? filtersOf(community, communities) : noFilters;
    return `${paths.leads}?${writeFilters({ ...filters, subreddit, source, page: 1 }).toString()}`;
  };
  return (
    <CommunitiesNav
      isSelected={(community) => (community ? community.id === selected?.id : filters.subreddit === '')}
      hrefOf={hrefOf}
      onNavigate={onNavigate}
      onManage={onManage}
    />
  );
}
