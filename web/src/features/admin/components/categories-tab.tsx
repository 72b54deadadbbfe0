import { useMemo } from 'react';
import { Card } from '../../../components/card.tsx';
import { BarChart } from '../../../components/charts/bar-chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { count } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import { topCategories } from '../top-categories.ts';
import type { TabProps } from './tab-props.ts';

/** The product categories that visitors describe most often. */
export function CategoriesTab({ discovery, timeRange }: TabProps) {
  const marks = useMemo(
    () =>
      topCategories(discovery.categories).map((category) => ({
        label: category.name,
        value: category.count,
        text: count(category.count),
      })),
    [discovery.categories],
  );
  if (marks.length === 0) return <EmptyState text={texts.noRequests(timeRange)} />;
  return (
    <Card title={texts.topCategories}>
      <BarChart
        title={texts.topCategories}
        caption={texts.categoriesCaption(timeRange)}
        columns={texts.categoryColumns}
        marks={marks}
        shape="bars"
      />
    </Card>
  );
}
