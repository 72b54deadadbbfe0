import type { Subreddit } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CommunityAvatar } from '../../../components/community-avatar.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { splitLabel } from '../../../lib/community.ts';
import { useSeveralSources } from '../../../lib/sources.ts';
import { communitiesQuery, useStarCommunity } from '../api/communities.ts';
import { inOrder } from '../names.ts';
import { texts } from '../texts.ts';
import styles from './communities-nav.module.css';

interface CommunitiesNavProps {
  /** Whether the leads are filtered by a community; null means all leads. */
  readonly isSelected: (community: Subreddit | null) => boolean;
  /** Link to the leads page filtered by a community; null means all leads. */
  readonly hrefOf: (community: Subreddit | null) => string;
  readonly onNavigate: () => void;
  readonly onManage: () => void;
}

export function CommunitiesNav({ isSelected, hrefOf, onNavigate, onManage }: CommunitiesNavProps) {
  const list = useQuery(communitiesQuery);
  const link = (community: Subreddit | null) => ({
    to: hrefOf(community),
    onClick: onNavigate,
    isCurrent: isSelected(community),
  });
  return (
    <section className={styles.section} aria-label={texts.section}>
      <h2 className={styles.heading}>{texts.section}</h2>
      <ul className={`${styles.list} scrolls`}>
        <li>
          <NavRow {...link(null)}>
            <Icon name="all" />
            <span className={styles.name}>{texts.all}</span>
          </NavRow>
        </li>
        {inOrder(list.data ?? []).map((community) => (
          <li key={community.id} className={styles.row}>
            <NavRow {...link(community)}>
              <Name community={community} />
            </NavRow>
            <StarButton community={community} />
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

/** The avatar, then the name without the source's prefix. */
function Name({ community }: { readonly community: Subreddit }) {
  const showsSource = useSeveralSources();
  const { communityLabel, sourceLabel } = community;
  const { rest } = splitLabel(community);
  return (
    <>
      <span className={styles.avatar}>
        <CommunityAvatar community={community} />
      </span>
      <span className={styles.name} title={showsSource ? `${communityLabel} (${sourceLabel})` : communityLabel}>
        {rest}
        {showsSource && <span className="unseen"> ({sourceLabel})</span>}
      </span>
    </>
  );
}

function StarButton({ community: { id, communityLabel, isStarred } }: { readonly community: Subreddit }) {
  const star = useStarCommunity();
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={isStarred ? texts.unstar(communityLabel) : texts.star(communityLabel)}
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
