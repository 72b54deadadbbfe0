import { type CommunityView, splitLabel } from '../lib/community.ts';
import styles from './community-name.module.css';

/** A community as its source writes it; a mark before the name has its own colour. */
export function CommunityName(community: Pick<CommunityView, 'name' | 'communityLabel'>) {
  const { mark, rest } = splitLabel(community);
  return (
    <span>
      <span className={styles.mark}>{mark}</span>
      {rest}
    </span>
  );
}
