import { leadSorts, leadStatuses, relevances, timeRanges } from '@earshot/proto/values';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { type LeadFilters, minScores } from '../filters.ts';
import { texts } from '../texts.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  readonly filters: LeadFilters;
  readonly subreddits: readonly string[];
  /** A change of what is shown; the page starts again at 1. */
  readonly onChange: (change: Partial<LeadFilters>) => void;
}

const all = <T extends string>(label: string, values: readonly T[], labels: Readonly<Record<T, string>>) => [
  { value: '' as const, label },
  ...values.map((value) => ({ value, label: labels[value] })),
];

const choices = {
  minScore: [
    { value: 0, label: texts.anyScore },
    ...minScores.map((score) => ({ value: Number(score), label: texts.scoreFrom(score) })),
  ],
  status: all(texts.allStatuses, leadStatuses, texts.statuses),
  relevance: all(texts.allRelevances, relevances, texts.relevance),
  timeRange: all(texts.anyTime, timeRanges, texts.timeRanges),
  sortBy: leadSorts.map((value) => ({ value, label: texts.sorts[value] })),
};

export function FilterBar({ filters, subreddits, onChange }: FilterBarProps) {
  const { subreddit, minScore, status, relevance, timeRange, sortBy } = filters;
  const named = subreddit !== '' && !subreddits.includes(subreddit) ? [subreddit, ...subreddits] : subreddits;
  const subredditChoices = [
    { value: '', label: texts.allSubreddits },
    ...named.map((name) => ({ value: name, label: `r/${name}` })),
  ];
  const common = { size: 'small', className: styles.filter } as const;
  return (
    <div className={styles.bar} role="group" aria-label={texts.filters}>
      <ChoiceSelect
        {...common}
        label={texts.subreddit}
        value={subreddit}
        choices={subredditChoices}
        onChange={(value) => onChange({ subreddit: value })}
      />
      <ChoiceSelect
        {...common}
        label={texts.minScore}
        value={minScore}
        choices={choices.minScore}
        onChange={(value) => onChange({ minScore: value })}
      />
      <ChoiceSelect
        {...common}
        label={texts.status}
        value={status}
        choices={choices.status}
        onChange={(value) => onChange({ status: value })}
      />
      <ChoiceSelect
        {...common}
        label={texts.relevanceLabel}
        value={relevance}
        choices={choices.relevance}
        onChange={(value) => onChange({ relevance: value })}
      />
      <ChoiceSelect
        {...common}
        label={texts.timeRange}
        value={timeRange}
        choices={choices.timeRange}
        onChange={(value) => onChange({ timeRange: value })}
      />
      <ChoiceSelect
        size="small"
        className={styles.sort}
        label={texts.sort}
        value={sortBy}
        choices={choices.sortBy}
        onChange={(value) => onChange({ sortBy: value })}
      />
    </div>
  );
}
