import { useQuery } from '@tanstack/react-query';
import { CommunityName } from '../../../components/community-name.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { communitiesFor, type DescribedBusiness, notInSample } from '../../../lib/ranked-communities.ts';
import { texts } from '../texts.ts';
import { AddButton } from './add-button.tsx';
import { WaitingSuggestions } from './suggestion-list.tsx';
import styles from './suggestion-list.module.css';

/** The communities that fit the saved business, the best first, each with the reason. */
export function BusinessSuggestions({ business }: { readonly business: DescribedBusiness }) {
  const { data, error, refetch } = useQuery(communitiesFor(business));
  if (error) return <LoadError what={texts.whatSuggestions} error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingSuggestions />;
  const isSample = data.notInSample.length > 0;
  const communities = data.communities.length > 0 ? data.communities : data.samples;
  if (communities.length === 0)
    return (
      <div className={styles.empty}>
        <p>{isSample ? texts.noneInSample : texts.noneForBusiness}</p>
        {isSample && <p>{notInSample(data.notInSample)}</p>}
      </div>
    );
  return (
    <>
      {isSample && <p className={styles.note}>{notInSample(data.notInSample)}</p>}
      <ul className={styles.list} aria-label={texts.results}>
        {communities.map((community) => (
          <li key={`${community.source} ${community.name}`} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.name}>
                <CommunityName name={community.name} communityLabel={community.communityLabel} />
                <span className={styles.members}>{community.members}</span>
              </p>
              <p className={styles.description}>{community.reason}</p>
            </div>
            <AddButton community={community} />
          </li>
        ))}
      </ul>
    </>
  );
}
