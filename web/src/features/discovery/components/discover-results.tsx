import { useEffect, useRef } from 'react';
import { CommunityAvatar } from '../../../components/community-avatar.tsx';
import { PlainButton } from '../../../components/plain-button.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { areSeveral } from '../../../lib/community.ts';
import type { Community, Suggestions } from '../api/discover-communities.ts';
import { texts } from '../texts.ts';
import styles from './discover.module.css';

interface DiscoverResultsProps {
  readonly headingId: string;
  readonly found: Suggestions;
  readonly onRestart: () => void;
  readonly onJoin: () => void;
}

/** High is filled, medium is tinted, low is outlined (specification, section 9). */
const looks = { high: 'default', medium: 'secondary', low: 'outline' } as const;

export function DiscoverResults({ headingId, found, onRestart, onJoin }: DiscoverResultsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focused button has been replaced, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), []);
  const showsSource = areSeveral(found.suggestions);
  const isUnlikely = ({ relevance, unavailable }: Community) => relevance === 'low' && unavailable === null;
  const likely = found.suggestions.filter((community) => !isUnlikely(community));
  const unlikely = found.suggestions.filter(isUnlikely);
  const pitch = texts.pitch(found.suggestions);
  return (
    <div>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.results}
      </h2>
      <dl className={styles.summary}>
        <div>
          <dt>{texts.audience}</dt>
          <dd>{found.targetAudience}</dd>
        </div>
        <div>
          <dt>{texts.category}</dt>
          <dd>{found.productCategory}</dd>
        </div>
      </dl>
      {likely.length === 0 && <p className={styles.none}>{texts.none}</p>}
      <CommunityList communities={likely} showsSource={showsSource} />
      {unlikely.length > 0 && (
        <details className={styles.more}>
          <summary>{texts.unlikely(unlikely.length)}</summary>
          <CommunityList communities={unlikely} showsSource={showsSource} />
        </details>
      )}
      <div className={styles.end}>
        {pitch !== null && <p>{pitch}</p>}
        <div className={styles.actions}>
          <PlainButton look="primary" onClick={onJoin}>
            {texts.join}
          </PlainButton>
          <PlainButton onClick={onRestart}>{texts.again}</PlainButton>
        </div>
      </div>
    </div>
  );
}

interface CommunityListProps {
  readonly communities: readonly Community[];
  readonly showsSource: boolean;
}

function CommunityList({ communities, showsSource }: CommunityListProps) {
  return (
    <ul className={styles.list}>
      {communities.map((community) => (
        <CommunityItem key={`${community.source} ${community.name}`} community={community} showsSource={showsSource} />
      ))}
    </ul>
  );
}

interface CommunityItemProps {
  readonly community: Community;
  readonly showsSource: boolean;
}

function CommunityItem({ community, showsSource }: CommunityItemProps) {
  return (
    <li className={styles.item}>
      <p className={styles.first}>
        <strong className={styles.name}>
          <CommunityAvatar community={community} />
          {community.communityLabel}
        </strong>
        {showsSource && <SourceTag label={community.sourceLabel} />}
        {community.unavailable === null && (
          <span className={styles.badge} data-look={looks[community.relevance]}>
            {texts.relevance[community.relevance]}
            <span className="unseen"> relevance</span>
          </span>
        )}
      </p>
      <p className={styles.meta}>
        {community.members} · {community.category}
      </p>
      {community.unavailable !== null && <p className={styles.meta}>{community.unavailable}</p>}
      <p>{community.description}</p>
      <p className={styles.reason}>
        {texts.why}: {community.reason}
      </p>
    </li>
  );
}
