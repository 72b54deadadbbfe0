import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../features/auth/api/current-user.ts';
import { PlanCards } from '../../features/billing/components/plan-cards.tsx';
import { texts } from '../../features/billing/texts.ts';

/** Shows the user's plan. Nothing can be bought yet. */
export function BillingPage() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <>
      <title>{texts.pageTitle}</title>
      {user && <PlanCards email={user.email} />}
    </>
  );
}
