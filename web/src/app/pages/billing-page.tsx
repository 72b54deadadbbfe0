import { Navigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { PlanCard } from '../../features/billing/components/plan-card.tsx';
import { texts } from '../../features/billing/texts.ts';
import { hasBilling } from '../../lib/has-billing.ts';

/** Explains the trial's texts. Nothing can be bought. */
export function BillingPage() {
  if (!hasBilling()) return <Navigate to={paths.leads} replace />;
  return (
    <>
      <title>{texts.pageTitle}</title>
      <PlanCard />
    </>
  );
}
