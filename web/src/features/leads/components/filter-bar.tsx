import { leadSorts, leadStatuses, relevances, timeRanges } from '@earshot/proto/values';
import { memo, useCallback, useId, useState } from 'react';
import type { Choice } from '../../../components/choice-props.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { CommunityView } from '../../../lib/community.ts';
import { useSeveralSources } from '../../../lib/sources.ts';
import { filteredCommunity, filtersOf, sourcesOf } from '../community-filter.ts';
import { allStatuses, type LeadFilters, minScores as scoreSteps, narrowings, noFilters } from '../filters.ts';
import { texts } from '../texts.ts';
import styles from './filter-bar.module.css';
import { SearchBox } from './search-box.tsx';

interface FilterBarProps {
  readonly filters: LeadFilters;
  readonly communities: readonly CommunityView[];
  /** Changes the filters; the list returns to page 1. */
  readonly onChange: (change: Partial<LeadFilters>) => void;
}

interface FilterProps<V extends string | number> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  /** Whether values may be too long for the row. */
  readonly isLong?: boolean;
}

const all = <T extends string>(label: string, values: readonly T[], labels: Readonly<Record<T, string>>) => [
  { value: '' as const, label },
  ...values.map((value) => ({ value, label: labels[value] })),
];

/** The standard steps, plus the value in the address if it is a different one. */
function scoreChoices(minScore: number): Choice<number>[] {
  const steps: number[] = scoreSteps.includes(minScore) || minScore === 0 ? [...scoreSteps] : [...scoreSteps, minScore];
  const ordered = steps.toSorted((a, b) => a - b).map((score) => ({ value: score, label: texts.scoreFrom(score) }));
  return [{ value: 0, label: texts.anyScore }, ...ordered];
}

const choices = {
  statuses: [
    { value: allStatuses, label: texts.allStatuses } as const,
    ...leadStatuses.map((value) => ({ value, label: texts.statuses[value] })),
  ],
  relevances: all(texts.allRelevances, relevances, texts.relevance),
  timeRanges: all(texts.anyTime, timeRanges, texts.timeRanges),
  // The order of the page comes first.
  sorts: leadSorts
    .toSorted((a, b) => Number(b === noFilters.sortBy) - Number(a === noFilters.sortBy))
    .map((value) => ({ value, label: texts.sorts[value] })),
};

function Filter<V extends string | number>({ isLong = false, ...props }: FilterProps<V>) {
  return <ChoiceSelect size="small" className={`${styles.filter} ${isLong ? styles.long : ''}`} {...props} />;
}

/**
 * Filters and sort order of the list. On a narrow screen a button with the number of active filters opens them.
 * Memoised, because live updates re-render the page but do not affect the filters.
 */
export const FilterBar = memo(Bar);

function Bar({ filters, communities, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <div className={styles.frame}>
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
          <Filters filters={filters} communities={communities} onChange={onChange} />
        </div>
        <SearchBox value={filters.q} onChange={search} />
        <span className={styles.sort}>
          <Filter
            label={texts.sort}
            value={filters.sortBy}
            choices={choices.sorts}
            onChange={(value) => onChange({ sortBy: value })}
          />
        </span>
      </div>
    </div>
  );
}

function Filters({ filters, communities, onChange }: FilterBarProps) {
  const { minScore, status, relevance, timeRange } = filters;
  return (
    <>
      <CommunityFilters filters={filters} communities={communities} onChange={onChange} />
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

const keyOf = ({ source, name }: CommunityView) => `${source} ${name}`;

/** Filter by community; also by source if the communities come from several. */
function CommunityFilters({ filters, communities, onChange }: FilterBarProps) {
  const showsSource = useSeveralSources();
  const { community, source } = filters;
  const current = filteredCommunity(filters, communities);
  // The address may contain a community that is no longer listed.
  const unlisted = community !== '' && !current ? [{ value: community, label: community }] : [];
  const listed = communities.filter((one) => source === '' || one.source === source);
  const choose = (key: string) => {
    const chosen = communities.find((one) => keyOf(one) === key);
    onChange(chosen ? filtersOf(chosen, communities) : { community: key });
  };
  return (
    <>
      {(showsSource || source !== '') && (
        <Filter
          isLong
          label={texts.source}
          value={source}
          choices={[{ value: '', label: texts.allSources }, ...sourcesOf(communities)]}
          onChange={(value) => onChange({ source: value, community: '' })}
        />
      )}
      <Filter
        isLong
        label={texts.community}
        value={current ? keyOf(current) : community}
        choices={[
          { value: '', label: texts.allCommunities },
          ...unlisted,
          ...listed.map((one) => ({ value: keyOf(one), label: one.communityLabel })),
        ]}
        onChange={choose}
      />
    </>
  );
}
