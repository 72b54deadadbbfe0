import type { PerformanceMetrics } from '@earshot/proto/http/scan';
import { useQuery } from '@tanstack/react-query';
import { LoadedCard } from '../../../components/loaded-card.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { count } from '../../../lib/format.ts';
import { performanceQuery } from '../api/figures.ts';
import { duration, healthOf, megabytes, uptime } from '../figures/system-health.ts';
import { none, texts } from '../texts.ts';
import styles from './system-card.module.css';

/** The state of the system and of the user's scans, polled. */
export function SystemCard() {
  const metrics = useQuery(performanceQuery);
  return (
    <LoadedCard
      title={texts.system}
      help={texts.systemHelp}
      what={texts.whatSystem}
      result={metrics}
      skeleton={<Shape />}
    >
      {(data) => <Metrics metrics={data} />}
    </LoadedCard>
  );
}

function Metrics({ metrics }: { readonly metrics: PerformanceMetrics }) {
  const { memory, uptime: seconds } = metrics.systemMetrics;
  const health = healthOf(memory.percentage);
  const hasScans = metrics.scansCompleted > 0;
  const share = memory.percentage.toFixed(0);
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [
      texts.health,
      <span key="health" className={styles.health} data-health={health}>
        {health}
      </span>,
    ],
    [texts.uptime, uptime(seconds)],
    [texts.memory, texts.memoryOf(megabytes(memory.heapUsed), megabytes(memory.limit), share)],
    [texts.scans, count(metrics.scansCompleted)],
    [texts.averageDuration, hasScans ? duration(metrics.averageDuration) : none],
    [texts.throughput, hasScans ? texts.postsASecond(metrics.averageThroughput.toFixed(1)) : none],
    [texts.leadsFound, count(metrics.totalLeadsFound)],
  ];
  return (
    <dl className={styles.list}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.pair}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const pairs = 7;

function Shape() {
  return (
    <SkeletonGroup label={texts.loadingSystem} className={styles.list}>
      {Array.from({ length: pairs }, (_, index) => (
        <span key={index} className={styles.pair}>
          <Skeleton width="88px" height={18} />
          <Skeleton width="120px" height={24} />
        </span>
      ))}
    </SkeletonGroup>
  );
}
