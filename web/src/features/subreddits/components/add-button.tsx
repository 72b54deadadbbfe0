import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { type CommunityView, isSameCommunity } from '../../../lib/community.ts';
import { useAddSubreddit } from '../api/add-subreddit.ts';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { texts } from '../texts.ts';
import styles from './add-button.module.css';

/** Adds a community to the user's list, or shows that it is already on it. */
export function AddButton({ community }: { readonly community: CommunityView }) {
  const { name, source, communityLabel } = community;
  const list = useQuery(subredditsQuery);
  const add = useAddSubreddit();
  const isThere = list.data?.some((one) => isSameCommunity(one, community)) ?? false;
  // The same button before and after adding, so that it keeps the focus.
  return (
    <Button
      size="small"
      className={styles.add ?? ''}
      data-there={isThere}
      icon={isThere && <Icon name="check" size={14} />}
      loading={add.isPending}
      aria-label={isThere ? texts.addedNamed(communityLabel) : texts.addNamed(communityLabel)}
      aria-disabled={isThere}
      onClick={() => !isThere && add.mutate({ name, source })}
    >
      {isThere ? texts.alreadyAdded : texts.add}
    </Button>
  );
}
