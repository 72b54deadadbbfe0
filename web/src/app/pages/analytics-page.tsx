import { useQuery } from '@tanstack/react-query';
import { AnalyticsBoard } from '../../features/analytics/components/analytics-board.tsx';
import { texts } from '../../features/analytics/texts.ts';
import { checkAdminQuery } from '../../features/auth/api/current-user.ts';

export function AnalyticsPage() {
  const admin = useQuery(checkAdminQuery);
  return (
    <>
      <title>{texts.pageTitle}</title>
      <AnalyticsBoard systemFirst={admin.isPending ? undefined : admin.data?.isAdmin === true} />
    </>
  );
}
