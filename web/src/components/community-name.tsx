import { type CommunityView, splitLabel } from '../lib/community.ts';
import styles from './community-name.module.css';

/** The name of a community as its source writes it. The source's prefix, if any, has a different colour. */
export function CommunityName(community: Pick<CommunityView, 'name' | 'communityLabel'>) {
  const { mark, rest } = splitLabel(community);
  return (
    <span>
      <span className={styles.mark}>{mark}</span>
      {rest}
    </span>
  );
}
