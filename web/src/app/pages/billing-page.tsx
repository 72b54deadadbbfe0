import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { currentUserQuery } from '../../features/auth/api/current-user.ts';
import { PlanCards } from '../../features/billing/components/plan-cards.tsx';
import { hasBilling } from '../../lib/has-billing.ts';
import { texts } from '../../features/billing/texts.ts';

/** Shows the user's plan. Nothing can be bought yet. */
export function BillingPage() {
  const { data: user } = useQuery(currentUserQuery);
  if (!hasBilling()) return <Navigate to={paths.leads} replace />;
  return (
    <>
      <title>{texts.pageTitle}</title>
      {user && <PlanCards email={user.email} />}
    </>
  );
}
