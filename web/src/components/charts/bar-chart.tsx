import { lazy, Suspense } from 'react';
import { DataTable } from '../data-table.tsx';
import { Skeleton, SkeletonGroup } from '../skeleton.tsx';
import styles from './bar-chart.module.css';
import { ChartBoundary } from './chart-boundary.tsx';
import type { Mark } from './mark.ts';

const Plot = lazy(() => import('./plot.tsx'));

interface BarChartProps {
  /** The caption of the table. */
  readonly title: string;
  /** One sentence that describes the chart. */
  readonly caption: string;
  /** The names of the two columns: of the marks ('Day') and of their values ('Leads'). */
  readonly columns: readonly [string, string];
  readonly marks: readonly Mark[];
  readonly shape: 'columns' | 'bars';
}

const columnsHeight = 240;
const barHeight = 44;

/**
 * A bar chart with a caption. A table holds the same numbers for screen readers; it becomes visible if the chart's code
 * cannot be loaded.
 */
export function BarChart({ title, caption, columns, marks, shape }: BarChartProps) {
  const height = shape === 'bars' ? marks.length * barHeight : columnsHeight;
  const table = (
    <DataTable
      caption={title}
      columns={columns.map((column, index) => ({ title: column, isNumber: index === 1 }))}
      rows={marks.map(({ label, text }) => ({ key: label, cells: [label, text] }))}
    />
  );
  return (
    <figure className={styles.figure}>
      <ChartBoundary fallback={table}>
        <div className={styles.place} style={{ height }} aria-hidden="true">
          <Suspense fallback={<ChartSkeleton height={height} />}>
            <Plot marks={marks} shape={shape} />
          </Suspense>
        </div>
        <div className="unseen">{table}</div>
      </ChartBoundary>
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}

function ChartSkeleton({ height }: { readonly height: number }) {
  return (
    <SkeletonGroup label="Drawing the chart">
      <Skeleton height={height} />
    </SkeletonGroup>
  );
}
