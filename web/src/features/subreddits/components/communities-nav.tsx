import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { useStarSubreddit } from '../api/star-subreddit.ts';
import { inOrder } from '../names.ts';
import { texts } from '../texts.ts';
import styles from './communities-nav.module.css';

interface CommunitiesNavProps {
  /** The community that the leads are filtered by; empty for all. */
  readonly selected: string;
  /** The leads page filtered by a community; an empty name for all. */
  readonly hrefOf: (name: string) => string;
  readonly onNavigate: () => void;
  readonly onManage: () => void;
}

export function CommunitiesNav({ selected, hrefOf, onNavigate, onManage }: CommunitiesNavProps) {
  const list = useQuery(subredditsQuery);
  const star = useStarSubreddit();
  const link = (name: string, content: React.ReactNode) => {
    const current = name.toLowerCase() === selected.toLowerCase();
    return (
      <Link className={styles.link} to={hrefOf(name)} onClick={onNavigate} aria-current={current ? 'true' : undefined}>
        {content}
      </Link>
    );
  };
  return (
    <section className={styles.section} aria-label={texts.section}>
      <h2 className={styles.heading}>{texts.section}</h2>
      <ul className={styles.list}>
        <li>
          {link(
            '',
            <>
              <Icon name="all" />
              <span className={styles.name}>{texts.all}</span>
            </>,
          )}
        </li>
        {inOrder(list.data ?? []).map(({ id, name, isStarred }) => (
          <li key={id} className={styles.row}>
            {link(
              name,
              <>
                <span className={styles.mark} aria-hidden="true">
                  r/
                </span>
                <span className={styles.name} title={`r/${name}`}>
                  {name}
                </span>
              </>,
            )}
            <button
              type="button"
              className={styles.star}
              aria-pressed={isStarred}
              aria-label={isStarred ? texts.unstar(name) : texts.star(name)}
              onClick={() => star.mutate({ id, isStarred: !isStarred })}
            >
              <Icon name="star" size={14} filled={isStarred} />
            </button>
          </li>
        ))}
      </ul>
      {list.isPending && (
        <SkeletonGroup label={texts.section} className={styles.waiting}>
          <Skeleton width="70%" height={12} />
          <Skeleton width="55%" height={12} />
        </SkeletonGroup>
      )}
      {list.isError && (
        <button type="button" className={styles.manage} onClick={() => void list.refetch()}>
          Could not load {texts.what}. Retry
        </button>
      )}
      <button type="button" className={styles.manage} onClick={onManage}>
        <Icon name="plus" />
        <span className={styles.name}>{texts.manage}</span>
      </button>
    </section>
  );
}
