import type { SubredditSuggestion } from '@earshot/proto/http/discovery';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { subscriberCount } from '../../../lib/format.ts';
import { useAddSubreddit } from '../api/add-subreddit.ts';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { bareName, isAdded } from '../names.ts';
import { texts } from '../texts.ts';
import styles from './suggestion-list.module.css';

/** Results of a search for communities, each with its add control. */
export function SuggestionList({ result }: { readonly result: UseQueryResult<SubredditSuggestion[]> }) {
  const { data, error, isPending, isPlaceholderData, refetch } = result;
  if (error) return <LoadError what={texts.whatSuggestions} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  if (data.length === 0) return <p className={styles.empty}>{texts.noneFound}</p>;
  return (
    <ul className={styles.list} aria-label={texts.results} aria-busy={isPlaceholderData}>
      {data.map((suggestion) => (
        <Suggestion key={suggestion.name} suggestion={suggestion} />
      ))}
    </ul>
  );
}

function Suggestion({ suggestion }: { readonly suggestion: SubredditSuggestion }) {
  const { displayName, title, description, subscribers, isNsfw } = suggestion;
  const name = bareName(suggestion.name);
  const added = useQuery(subredditsQuery);
  const add = useAddSubreddit();
  const isThere = isAdded(added.data ?? [], name);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          <span>
            <span className={styles.mark}>r/</span>
            {bareName(displayName)}
          </span>
          <span className={styles.members}>{texts.members(subscriberCount(subscribers))}</span>
          {isNsfw && <span className={styles.nsfw}>{texts.nsfw}</span>}
        </p>
        {title && <p className={styles.title}>{title}</p>}
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {/* One button of one kind before and after, so that who added keeps the focus. */}
      <Button
        size="small"
        data-there={isThere}
        icon={isThere && <Icon name="check" size={14} />}
        loading={add.isPending}
        aria-label={isThere ? texts.addedNamed(name) : texts.addNamed(name)}
        aria-disabled={isThere}
        onClick={() => !isThere && add.mutate(name)}
      >
        {isThere ? texts.alreadyAdded : texts.add}
      </Button>
    </li>
  );
}

function Waiting() {
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
