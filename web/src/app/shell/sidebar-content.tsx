import type { Subreddit } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { NavLink, useLocation, useSearchParams } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { ThemeMenu } from '../../components/theme-menu.tsx';
import { paths } from '../../config/paths.ts';
import { filteredCommunity, filtersOf } from '../../features/leads/community-filter.ts';
import { noFilters, readFilters, writeFilters } from '../../features/leads/filters.ts';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { CommunitiesNav } from '../../features/communities/components/communities-nav.tsx';
import { hasBilling } from '../../lib/has-billing.ts';
import { commandKey } from '../../lib/use-command-key.ts';
import styles from './sidebar-content.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { TrialCard } from './trial-card.tsx';
import { texts } from '../texts.ts';
import { usePages } from './use-pages.ts';

interface SidebarContentProps {
  readonly email: string;
  readonly onNavigate: () => void;
  readonly onManage: () => void;
  readonly onSearch: () => void;
}

export function SidebarContent({ email, onNavigate, onManage, onSearch }: SidebarContentProps) {
  const { pathname } = useLocation();
  const pages = usePages();
  return (
    <div className={`${styles.content} scrolls`}>
      <button
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts={commandKey.aria}
        onClick={onSearch}
      >
        <Icon name="search" />
        <span className={styles.label}>{texts.search}</span>
        <kbd className={`${styles.key} key-hint`} aria-hidden="true">
          {commandKey.label}
        </kbd>
      </button>
      <nav className={styles.nav} aria-label={texts.navigation}>
        {pages.map(({ to, icon, label }) => (
          <NavLink key={to} to={to} className={styles.link ?? ''} onClick={onNavigate}>
            <Icon name={icon} />
            <span className={styles.label}>{label}</span>
          </NavLink>
        ))}
      </nav>
      <div className={`${styles.middle} scrolls`}>
        {pathname.startsWith(paths.leads) && <Communities onNavigate={onNavigate} onManage={onManage} />}
      </div>
      {hasBilling() && <TrialCard onNavigate={onNavigate} />}
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

function Communities({ onNavigate, onManage }: Pick<SidebarContentProps, 'onNavigate' | 'onManage'>) {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const { data: communities = [] } = useQuery(communitiesQuery);
  const selected = filteredCommunity(filters, communities);
  const hrefOf = (community: Subreddit | null) => {
    const choice = community ? filtersOf(community, communities) : noFilters;
    return `${paths.leads}?${writeFilters({ ...filters, community: choice.community, source: choice.source, page: 1 }).toString()}`;
  };
  return (
    <CommunitiesNav
      isSelected={(community) => (community ? community.id === selected?.id : filters.community === '')}
      hrefOf={hrefOf}
      onNavigate={onNavigate}
      onManage={onManage}
    />
  );
}
