import { useQuery } from '@tanstack/react-query';
import { CommunityName } from '../../../components/community-name.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { useListNoun, useSeveralSources } from '../../../lib/sources.ts';
import { useFocusAfterRemoval } from '../../../lib/use-focus-after-removal.ts';
import { communitiesQuery, useDeleteCommunity } from '../api/communities.ts';
import { inOrder } from '../names.ts';
import { texts } from '../texts.ts';
import styles from './added-list.module.css';

/** The monitored communities as removable chips. */
export function AddedList() {
  const list = useQuery(communitiesQuery);
  const showsSource = useSeveralSources();
  const noun = useListNoun();
  const remove = useDeleteCommunity();
  const { place, removing } = useFocusAfterRemoval<HTMLElement>(list.data?.length ?? 0);
  if (list.isError) return <LoadError what={texts.what} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <section ref={place} className={styles.section} aria-label={texts.yours} tabIndex={-1}>
      <h2 className={styles.heading}>{texts.yours}</h2>
      {list.data?.length === 0 && <p className={styles.empty}>{texts.noneAdded(noun)}</p>}
      <ul className={`${styles.chips} scrolls`}>
        {inOrder(list.data ?? []).map(({ id, name, source, communityLabel, sourceLabel }, index) => (
          <li key={id} className={styles.chip}>
            <CommunityName name={name} communityLabel={communityLabel} />
            {showsSource && <SourceTag label={sourceLabel} />}
            <button
              type="button"
              className={styles.remove}
              aria-label={texts.remove(communityLabel)}
              data-remove
              aria-disabled={remove.isPending && remove.variables.id === id}
              onClick={() => {
                if (remove.isPending && remove.variables.id === id) return;
                removing(index);
                remove.mutate({ id, source });
              }}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
