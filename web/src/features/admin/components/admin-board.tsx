import type { AdminDashboard, DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import { adminTimeRanges } from '@earshot/proto/values';
import { useSearchParams } from 'react-router-dom';
import { LoadError } from '../../../components/load-error.tsx';
import { Outdated } from '../../../components/loaded-card.tsx';
import { Segmented } from '../../../components/segmented.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { StatCardsSkeleton } from '../../../components/stat-card.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { texts } from '../texts.ts';
import { useAdminFigures } from '../use-admin-figures.ts';
import { adminTabs, type AdminView, readView, writeView } from '../view.ts';
import styles from './admin-board.module.css';
import { AdminCards } from './admin-cards.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { ConversionsTab } from './conversions-tab.tsx';
import { DiscoveryTab } from './discovery-tab.tsx';
import { UsersTab } from './users-tab.tsx';

interface AdminBoardProps {
  readonly onRefused: () => unknown;
  /** The content of the tab with the state of the sources. */
  readonly sources: React.ReactNode;
  /** The content of the tab with the security events. */
  readonly security: React.ReactNode;
}

/** The installation's figures for a time range. The range and the tab are in the address. */
export function AdminBoard({ onRefused, sources, security }: AdminBoardProps) {
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const show = (part: Partial<AdminView>) => setSearch(writeView({ ...view, ...part }));
  const { dashboard, discovery, error, retry } = useAdminFigures(view.timeRange, onRefused);
  return (
    <div className={styles.board}>
      <div>
        <Segmented
          label={texts.timeRange}
          value={view.timeRange}
          choices={adminTimeRanges.map((value) => ({ value, label: texts.ranges[value] }))}
          onChange={(timeRange) => show({ timeRange })}
        />
      </div>
      {dashboard && discovery ? (
        <>
          {error ? <Outdated error={error} onRetry={retry} /> : null}
          <Figures
            view={view}
            onShow={show}
            dashboard={dashboard}
            discovery={discovery}
            sources={sources}
            security={security}
          />
        </>
      ) : error ? (
        <LoadError title={texts.failed} error={error} onRetry={retry} />
      ) : (
        <Shape />
      )}
    </div>
  );
}

interface FiguresProps {
  readonly view: AdminView;
  readonly onShow: (part: Partial<AdminView>) => void;
  readonly dashboard: AdminDashboard;
  readonly discovery: DiscoveryAnalytics;
  readonly sources: React.ReactNode;
  readonly security: React.ReactNode;
}

function Figures({ view, onShow, dashboard, discovery, sources, security }: FiguresProps) {
  const { timeRange, tab } = view;
  return (
    <>
      <AdminCards dashboard={dashboard} discovery={discovery} timeRange={timeRange} />
      <Tabs
        label={texts.tabsLabel}
        tabs={adminTabs.map((value) => ({ value, label: texts.tabs[value] }))}
        value={tab}
        onChange={(wanted) => onShow({ tab: wanted })}
      >
        {tab === 'discovery' && <DiscoveryTab discovery={discovery} timeRange={timeRange} />}
        {tab === 'conversions' && <ConversionsTab discovery={discovery} timeRange={timeRange} />}
        {tab === 'users' && <UsersTab />}
        {tab === 'categories' && <CategoriesTab discovery={discovery} timeRange={timeRange} />}
        {tab === 'sources' && sources}
        {tab === 'security' && security}
      </Tabs>
    </>
  );
}

function Shape() {
  return (
    <>
      <StatCardsSkeleton label={texts.loading} />
      <SkeletonGroup label={texts.loading}>
        <Skeleton height={320} />
      </SkeletonGroup>
    </>
  );
}
