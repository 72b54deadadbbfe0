import type { Subreddit } from '@earshot/proto/http/lead';
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
  const link = (name: string) => ({
    to: hrefOf(name),
    onClick: onNavigate,
    isCurrent: name.toLowerCase() === selected.toLowerCase(),
  });
  return (
    <section className={styles.section} aria-label={texts.section}>
      <h2 className={styles.heading}>{texts.section}</h2>
      <ul className={styles.list}>
        <li>
          <NavRow {...link('')}>
            <Icon name="all" />
            <span className={styles.name}>{texts.all}</span>
          </NavRow>
        </li>
        {inOrder(list.data ?? []).map((subreddit) => (
          <li key={subreddit.id} className={styles.row}>
            <NavRow {...link(subreddit.name)}>
              <span className={styles.mark} aria-hidden="true">
                r/
              </span>
              <span className={styles.name} title={`r/${subreddit.name}`}>
                {subreddit.name}
              </span>
            </NavRow>
            <StarButton subreddit={subreddit} />
          </li>
        ))}
      </ul>
      {list.isPending && <Waiting />}
      {list.isError && (
        <button type="button" className={styles.manage} onClick={() => void list.refetch()}>
          <span className={styles.name}>{texts.notLoaded}</span>
        </button>
      )}
      <button type="button" className={styles.manage} onClick={onManage}>
        <Icon name="plus" />
        <span className={styles.name}>{texts.manage}</span>
      </button>
    </section>
  );
}

interface NavRowProps {
  readonly to: string;
  readonly onClick: () => void;
  readonly isCurrent: boolean;
  readonly children: React.ReactNode;
}

function NavRow({ to, onClick, isCurrent, children }: NavRowProps) {
  return (
    <Link className={styles.link} to={to} onClick={onClick} aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </Link>
  );
}

function StarButton({ subreddit: { id, name, isStarred } }: { readonly subreddit: Subreddit }) {
  const star = useStarSubreddit();
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={isStarred ? texts.unstar(name) : texts.star(name)}
      onClick={() => star.mutate({ id, isStarred: !isStarred })}
    >
      <Icon name="star" size={14} filled={isStarred} />
    </button>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.section} className={styles.waiting}>
      <Skeleton width="70%" height={12} />
      <Skeleton width="55%" height={12} />
    </SkeletonGroup>
  );
}
