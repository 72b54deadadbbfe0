import { useQuery } from '@tanstack/react-query';
import { AdminBoard } from '../../features/admin/components/admin-board.tsx';
import { AdminGate } from '../../features/admin/components/admin-gate.tsx';
import { texts } from '../../features/admin/texts.ts';
import { checkAdminQuery } from '../../features/auth/api/current-user.ts';
import { AllSourcesCard } from '../../features/sources/components/sources-card.tsx';
import { AllEventsCard } from '../../features/security/components/all-events-card.tsx';

export function AdminAnalyticsPage() {
  // Refetched on each visit: the role may have been granted or revoked.
  const access = useQuery({ ...checkAdminQuery, refetchOnMount: 'always' });
  return (
    <>
      <title>{texts.pageTitle}</title>
      <AdminGate access={access}>
        <AdminBoard onRefused={access.refetch} security={<AllEventsCard />} sources={<AllSourcesCard />} />
      </AdminGate>
    </>
  );
}
