import { avatarOf } from '../lib/avatar.ts';
import { type CommunityView, splitLabel } from '../lib/community.ts';
import styles from './community-avatar.module.css';

/** A letter on the community's colour. Made from the name, so nothing is requested from the source. Decorative beside the name. */
export function CommunityAvatar({ community }: { readonly community: Pick<CommunityView, 'name' | 'communityLabel'> }) {
  const { letter, hue } = avatarOf(splitLabel(community).rest);
  return <span className={styles.avatar} data-letter={letter} data-hue={hue} aria-hidden="true" />;
}
