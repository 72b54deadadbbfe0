import type { Lead } from '@earshot/proto/http/lead';
import { safeHref } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import styles from './lead-card.module.css';

/** Where the author posted the same text again. */
export function OtherPlaces({ places }: { readonly places: Lead['alsoIn'] }) {
  return (
    <p className={styles.also}>
      {texts.alsoIn}{' '}
      {places.map(({ url, communityLabel }, index) => {
        const href = safeHref(url, location.origin);
        return (
          <span key={url}>
            {index > 0 && ', '}
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer">
                {communityLabel}
              </a>
            ) : (
              communityLabel
            )}
          </span>
        );
      })}
    </p>
  );
}
