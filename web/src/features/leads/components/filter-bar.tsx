import { leadSorts, leadStatuses, relevances, timeRanges } from '@earshot/proto/values';
import { type Choice, ChoiceSelect } from '../../../components/choice-select.tsx';
import { type LeadFilters, minScores as scoreSteps } from '../filters.ts';
import { texts } from '../texts.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: LeadFilters;
  readonly subreddits: readonly string[];
  /** A change of what is shown; the page starts again at 1. */
  readonly onChange: (change: Partial<LeadFilters>) => void;
}

interface FilterProps<V extends string | number> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
}

const all = <T extends string>(label: string, values: readonly T[], labels: Readonly<Record<T, string>>) => [
  { value: '' as const, label },
  ...values.map((value) => ({ value, label: labels[value] })),
];

const choices = {
  minScores: [
    { value: 0, label: texts.anyScore },
    ...scoreSteps.map((score) => ({ value: Number(score), label: texts.scoreFrom(score) })),
  ],
  statuses: all(texts.allStatuses, leadStatuses, texts.statuses),
  relevances: all(texts.allRelevances, relevances, texts.relevance),
  timeRanges: all(texts.anyTime, timeRanges, texts.timeRanges),
  sorts: leadSorts.map((value) => ({ value, label: texts.sorts[value] })),
};

function Filter<V extends string | number>(props: FilterProps<V>) {
  return <ChoiceSelect size="small" className={styles.filter} {...props} />;
}

export function FilterBar({ filters, subreddits, onChange }: FilterBarProps) {
  const { subreddit, minScore, status, relevance, timeRange, sortBy } = filters;
  const named = subreddit !== '' && !subreddits.includes(subreddit) ? [subreddit, ...subreddits] : subreddits;
  const subredditChoices = [
    { value: '', label: texts.allSubreddits },
    ...named.map((name) => ({ value: name, label: `r/${name}` })),
  ];
  const { minScores, statuses, relevances: levels, timeRanges: ranges, sorts } = choices;
  return (
    <div className={styles.bar} role="group" aria-label={texts.filters}>
      <Filter
        label={texts.subreddit}
        value={subreddit}
        choices={subredditChoices}
        onChange={(value) => onChange({ subreddit: value })}
      />
      <Filter
        label={texts.minScore}
        value={minScore}
        choices={minScores}
        onChange={(value) => onChange({ minScore: value })}
      />
      <Filter
        label={texts.status}
        value={status}
        choices={statuses}
        onChange={(value) => onChange({ status: value })}
      />
      <Filter
        label={texts.relevanceLabel}
        value={relevance}
        choices={levels}
        onChange={(value) => onChange({ relevance: value })}
      />
      <Filter
        label={texts.timeRange}
        value={timeRange}
        choices={ranges}
        onChange={(value) => onChange({ timeRange: value })}
      />
      <span className={styles.sort}>
        <Filter label={texts.sort} value={sortBy} choices={sorts} onChange={(value) => onChange({ sortBy: value })} />
      </span>
    </div>
  );
}
