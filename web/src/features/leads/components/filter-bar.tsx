import { leadSorts, leadStatuses, relevances, timeRanges } from '@earshot/proto/values';
import { memo, useId, useState } from 'react';
import { type Choice, ChoiceSelect } from '../../../components/choice-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import { type LeadFilters, minScores as scoreSteps, narrowings } from '../filters.ts';
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

/** The usual steps, and the one of the address where it is another. */
function scoreChoices(minScore: number): Choice<number>[] {
  const steps: number[] = scoreSteps.includes(minScore) || minScore === 0 ? [...scoreSteps] : [...scoreSteps, minScore];
  const ordered = steps.toSorted((a, b) => a - b).map((score) => ({ value: score, label: texts.scoreFrom(score) }));
  return [{ value: 0, label: texts.anyScore }, ...ordered];
}

/** The communities of the list, and the one of the address where it is another. */
function subredditChoices(subreddit: string, names: readonly string[]): Choice<string>[] {
  const named = subreddit !== '' && !names.includes(subreddit) ? [subreddit, ...names] : names;
  return [{ value: '', label: texts.allSubreddits }, ...named.map((name) => ({ value: name, label: `r/${name}` }))];
}

const choices = {
  statuses: all(texts.allStatuses, leadStatuses, texts.statuses),
  relevances: all(texts.allRelevances, relevances, texts.relevance),
  timeRanges: all(texts.anyTime, timeRanges, texts.timeRanges),
  sorts: leadSorts.map((value) => ({ value, label: texts.sorts[value] })),
};

function Filter<V extends string | number>(props: FilterProps<V>) {
  return <ChoiceSelect size="small" className={styles.filter} {...props} />;
}

/**
 * Filters and sort of the list. On a narrow screen the filters open by a button that says how many are set.
 * The page is drawn at each piece of live news, which changes nothing here.
 */
export const FilterBar = memo(Bar);

function Bar({ filters, subreddits, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="sliders" />
        {texts.showFilters(narrowings(filters))}
      </button>
      <div id={id} className={styles.filters} role="group" aria-label={texts.filters} data-open={open}>
        <Filters filters={filters} subreddits={subreddits} onChange={onChange} />
      </div>
      <span className={styles.sort}>
        <Filter
          label={texts.sort}
          value={filters.sortBy}
          choices={choices.sorts}
          onChange={(value) => onChange({ sortBy: value })}
        />
      </span>
    </div>
  );
}

function Filters({ filters, subreddits, onChange }: FilterBarProps) {
  const { subreddit, minScore, status, relevance, timeRange } = filters;
  return (
    <>
      <Filter
        label={texts.subreddit}
        value={subreddit}
        choices={subredditChoices(subreddit, subreddits)}
        onChange={(value) => onChange({ subreddit: value })}
      />
      <Filter
        label={texts.minScore}
        value={minScore}
        choices={scoreChoices(minScore)}
        onChange={(value) => onChange({ minScore: value })}
      />
      <Filter
        label={texts.status}
        value={status}
        choices={choices.statuses}
        onChange={(value) => onChange({ status: value })}
      />
      <Filter
        label={texts.relevanceLabel}
        value={relevance}
        choices={choices.relevances}
        onChange={(value) => onChange({ relevance: value })}
      />
      <Filter
        label={texts.timeRange}
        value={timeRange}
        choices={choices.timeRanges}
        onChange={(value) => onChange({ timeRange: value })}
      />
    </>
  );
}
