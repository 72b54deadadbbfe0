import { type CommunityView, splitLabel } from '../lib/community.ts';
import { CommunityAvatar } from './community-avatar.tsx';
import styles from './community-name.module.css';

/** A community: its avatar, and its name as its source writes it. The source's prefix, if any, has a different colour. */
export function CommunityName(community: Pick<CommunityView, 'name' | 'communityLabel'>) {
  const { mark, rest } = splitLabel(community);
  return (
    <span>
      <CommunityAvatar community={community} />
      <span className={styles.mark}>{mark}</span>
      {rest}
    </span>
  );
}
