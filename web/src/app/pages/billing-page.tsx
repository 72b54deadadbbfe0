import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../features/auth/api/current-user.ts';
import { PlanCards } from '../../features/billing/components/plan-cards.tsx';
import { texts } from '../../features/billing/texts.ts';

/** What the user's plan is; nothing can be bought here yet. */
export function BillingPage() {
  const { data: user } = useQuery(currentUserQuery);
  return (
    <>
      <title>{texts.pageTitle}</title>
      {user && <PlanCards email={user.email} />}
    </>
  );
}
