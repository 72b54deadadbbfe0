import styles from './sparkline.module.css';

const width = 88;
const height = 28;
/** Keeps the stroke inside the drawing area. */
const margin = 2;

/** Returns the points of the line, with a baseline of zero. */
function points(values: readonly number[]): string {
  const highest = Math.max(...values, 1);
  const step = (width - 2 * margin) / (values.length - 1);
  const y = (value: number) => height - margin - (value / highest) * (height - 2 * margin);
  return values.map((value, index) => `${margin + index * step},${y(value).toFixed(1)}`).join(' ');
}

/** A small line chart. Decorative: its user must show the numbers elsewhere. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null;
  return (
    <svg className={styles.line} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points(values)} />
    </svg>
  );
}
