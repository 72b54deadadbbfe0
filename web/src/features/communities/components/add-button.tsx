import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { type CommunityView, isSameCommunity } from '../../../lib/community.ts';
import { communitiesQuery, useAddCommunity } from '../api/communities.ts';
import { texts } from '../texts.ts';
import styles from './add-button.module.css';

/** Adds a community to the user's list, or shows that it is already on it. */
export function AddButton({ community }: { readonly community: CommunityView }) {
  const { name, source, communityLabel } = community;
  const list = useQuery(communitiesQuery);
  const add = useAddCommunity();
  const isAdded = list.data?.some((one) => isSameCommunity(one, community)) ?? false;
  // The same button before and after adding, so that it keeps the focus.
  return (
    <Button
      size="small"
      className={styles.add ?? ''}
      data-there={isAdded}
      icon={isAdded && <Icon name="check" size={14} />}
      loading={add.isPending}
      aria-label={isAdded ? texts.addedNamed(communityLabel) : texts.addNamed(communityLabel)}
      aria-disabled={isAdded}
      onClick={() => !isAdded && add.mutate({ name, source })}
    >
      {isAdded ? texts.alreadyAdded : texts.add}
    </Button>
  );
}
