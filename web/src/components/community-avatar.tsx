import { avatarOf } from '../lib/avatar.ts';
import styles from './community-avatar.module.css';

/** A letter on the community's colour. Made from the name, so nothing is requested from the source. Decorative beside the name. */
export function CommunityAvatar({ name }: { readonly name: string }) {
  const { letter, hue } = avatarOf(name);
  return <span className={styles.avatar} data-letter={letter} data-hue={hue} aria-hidden="true" />;
}
