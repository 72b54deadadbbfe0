import type { SubredditSuggestion } from '@earshot/proto/http/discovery';
import type { CommunityNoun } from '@earshot/proto/values';
import type { UseQueryResult } from '@tanstack/react-query';
import { CommunityName } from '../../../components/community-name.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { subscriberCount } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import { AddButton } from './add-button.tsx';
import styles from './suggestion-list.module.css';

interface SuggestionListProps {
  readonly result: UseQueryResult<SubredditSuggestion[]>;
  readonly noun: CommunityNoun;
  /** Whether only sample data is searched. */
  readonly isSample: boolean;
}

/** Search results, each with a button to add it. */
export function SuggestionList({ result, noun, isSample }: SuggestionListProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = result;
  if (error) return <LoadError what={texts.whatSuggestions} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <WaitingSuggestions />;
  if (data.length === 0)
    return (
      <div className={styles.empty}>
        <p>{texts.noneFound(noun)}</p>
        {isSample && <p>{texts.sampleOnly}</p>}
      </div>
    );
  return (
    <ul className={styles.list} aria-label={texts.results} aria-busy={isPlaceholderData}>
      {data.map((suggestion) => (
        <Suggestion key={`${suggestion.source} ${suggestion.name}`} suggestion={suggestion} />
      ))}
    </ul>
  );
}

function Suggestion({ suggestion }: { readonly suggestion: SubredditSuggestion }) {
  const { name, communityLabel, title, description, subscribers, isNsfw } = suggestion;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          <CommunityName name={name} communityLabel={communityLabel} />
          <span className={styles.members}>{texts.members(subscriberCount(subscribers))}</span>
          {isNsfw && <span className={styles.nsfw}>{texts.nsfw}</span>}
        </p>
        {title && <p className={styles.title}>{title}</p>}
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <AddButton community={suggestion} />
    </li>
  );
}

/** Placeholders of suggestions. */
export function WaitingSuggestions() {
  return (
    <SkeletonGroup label={texts.results} className={styles.waiting}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={styles.words}>
          <Skeleton width="30%" />
          <Skeleton width="80%" height={12} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
