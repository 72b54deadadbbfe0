import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { useDeleteSubreddit } from '../api/delete-subreddit.ts';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { inOrder } from '../names.ts';
import { texts } from '../texts.ts';
import styles from './added-list.module.css';

/** The monitored communities as removable chips. */
export function AddedList() {
  const list = useQuery(subredditsQuery);
  const remove = useDeleteSubreddit();
  if (list.isError) return <LoadError what={texts.what} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <section aria-label={texts.yours}>
      <h2 className={styles.heading}>{texts.yours}</h2>
      {list.data?.length === 0 && <p className={styles.empty}>{texts.noneAdded}</p>}
      <ul className={styles.chips}>
        {inOrder(list.data ?? []).map(({ id, name }) => (
          <li key={id} className={styles.chip}>
            <span>
              <span className={styles.mark}>r/</span>
              {name}
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={texts.remove(name)}
              disabled={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
