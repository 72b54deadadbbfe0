import { lazy, Suspense } from 'react';
import { DataTable } from '../data-table.tsx';
import { Skeleton, SkeletonGroup } from '../skeleton.tsx';
import styles from './bar-chart.module.css';
import { ChartBoundary } from './chart-boundary.tsx';
import type { Mark } from './mark.ts';

const Plot = lazy(() => import('./plot.tsx'));

interface BarChartProps {
  /** The name of the table. */
  readonly title: string;
  /** What the chart shows, in one sentence. */
  readonly caption: string;
  /** What the marks are called ('Day') and what their values count ('Leads'). */
  readonly columns: readonly [string, string];
  readonly marks: readonly Mark[];
  readonly shape: 'columns' | 'bars';
}

const columnsHeight = 240;
const barHeight = 44;

/**
 * Numbers as bars with a caption. The same numbers stand in a table for whoever does not see the canvas; it becomes
 * visible where the chart's code cannot be fetched.
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
