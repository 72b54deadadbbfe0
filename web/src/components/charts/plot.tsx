import { Bar, type BarConfig, Column } from '@ant-design/charts';
import { useEffect, useMemo, useRef } from 'react';
import { dark, fontFamily, light, type Palette } from '../../config/tokens.ts';
import { useTheme } from '../../lib/theme.ts';
import { useMedia } from '../../lib/use-media.ts';
import type { Mark } from './mark.ts';
import styles from './bar-chart.module.css';

export interface PlotProps {
  readonly marks: readonly Mark[];
  /** Columns for values over time, bars for names. */
  readonly shape: 'columns' | 'bars';
}

const narrowScreen = '(max-width: 600px)';

/** The part of a drawn chart that this file uses; the library types it as `any`. */
interface Drawn {
  triggerResize(): void;
}

/** The axis of the names. There is no axis of values: they are written at their marks. */
function namesAxis(p: Palette, hasLine: boolean) {
  return {
    title: false,
    tick: false,
    line: hasLine,
    lineStroke: p.hairline,
    lineStrokeOpacity: 1,
    labelFill: p.secondary,
    labelFontFamily: fontFamily,
    labelFontSize: 12,
    labelOpacity: 1,
    labelAutoRotate: false,
    labelSpacing: 8,
  } as const;
}

/** One hue, values at the marks and a baseline of zero. No legend, no animation, nothing that is only visible on hover. */
function configOf({ marks, shape }: PlotProps, p: Palette, isNarrow: boolean): BarConfig {
  const isBars = shape === 'bars';
  const highest = Math.max(1, ...marks.map(({ value }) => value));
  const words = { fontFamily, fontSize: 12, fillOpacity: 1 };
  return {
    data: marks.map(({ label, short = label, value, text }) => ({ label: isNarrow ? short : label, value, text })),
    xField: 'label',
    yField: 'value',
    autoFit: true,
    animate: false,
    legend: false,
    tooltip: false,
    interaction: { tooltip: false, elementHighlight: false },
    margin: 0,
    paddingLeft: isBars ? 'auto' : 0,
    paddingTop: isBars ? 0 : 24,
    paddingRight: isBars ? 40 : 0,
    scale: {
      x: { paddingInner: isBars ? 0.4 : 0.35, paddingOuter: 0.1 },
      y: { domainMin: 0, domainMax: highest, nice: false },
    },
    style: { fill: p.primary, fillOpacity: 1, maxWidth: isBars ? 20 : 48, radiusTopLeft: 4, radiusTopRight: 4 },
    label: {
      ...words,
      text: 'text',
      position: isBars ? 'right' : 'top',
      textAlign: isBars ? 'start' : 'center',
      textBaseline: isBars ? 'middle' : 'bottom',
      dx: isBars ? 8 : 0,
      dy: isBars ? 0 : -4,
      fill: p.text,
      fontWeight: 500,
    },
    axis: { x: namesAxis(p, !isBars), y: false },
  };
}

/** A chart on a canvas, for sighted users; BarChart has the same numbers in a table. It loads the chart library: import it lazily. */
export default function Plot({ marks, shape }: PlotProps) {
  const { mode } = useTheme();
  const isNarrow = useMedia(narrowScreen);
  const config = useMemo(
    () => configOf({ marks, shape }, mode === 'dark' ? dark : light, isNarrow),
    [marks, shape, mode, isNarrow],
  );
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  // The library only reacts to the window's size, but pinning the sidebar changes the chart's size too.
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(() => drawn.current?.triggerResize());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const Shape = shape === 'bars' ? Bar : Column;
  return (
    <div ref={frame} className={styles.plot}>
      <Shape {...config} onReady={(chart: Drawn) => (drawn.current = chart)} />
    </div>
  );
}
