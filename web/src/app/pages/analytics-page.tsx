import { AnalyticsBoard } from '../../features/analytics/components/analytics-board.tsx';
import { texts } from '../../features/analytics/texts.ts';

export function AnalyticsPage() {
  return (
    <>
      <title>{texts.pageTitle}</title>
      <AnalyticsBoard />
    </>
  );
}
