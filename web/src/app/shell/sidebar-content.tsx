import { NavLink, useLocation, useSearchParams } from 'react-router-dom';
import { Icon, type IconName } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { readFilters, writeFilters } from '../../features/leads/filters.ts';
import { CommunitiesNav } from '../../features/subreddits/components/communities-nav.tsx';
import styles from './sidebar-content.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const links: readonly { to: string; icon: IconName; label: string }[] = [
  { to: paths.leads, icon: 'leads', label: 'Leads' },
  { to: paths.configuration, icon: 'sliders', label: 'Configuration' },
];

interface SidebarContentProps {
  readonly email: string;
  readonly onNavigate: () => void;
  readonly onManage: () => void;
}

export function SidebarContent({ email, onNavigate, onManage }: SidebarContentProps) {
  const { pathname } = useLocation();
  return (
    <div className={styles.content}>
      <nav className={styles.nav} aria-label="Main">
        {links.map(({ to, icon, label }) => (
          <NavLink key={to} to={to} className={styles.link ?? ''} onClick={onNavigate}>
            <Icon name={icon} />
            <span className={styles.label}>{label}</span>
          </NavLink>
        ))}
      </nav>
      <div className={styles.middle}>
        {pathname === paths.leads && <Communities onNavigate={onNavigate} onManage={onManage} />}
      </div>
      <div className={styles.foot}>
        <p className={styles.email} title={email}>
          {email}
        </p>
        <ThemeToggle />
        <SignOutButton />
      </div>
    </div>
  );
}

function Communities({ onNavigate, onManage }: Omit<SidebarContentProps, 'email'>) {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const hrefOf = (subreddit: string) => `${paths.leads}?${writeFilters({ ...filters, subreddit, page: 1 }).toString()}`;
  return <CommunitiesNav selected={filters.subreddit} hrefOf={hrefOf} onNavigate={onNavigate} onManage={onManage} />;
}
