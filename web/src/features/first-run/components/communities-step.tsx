import type { BusinessCommunities, RankedCommunity } from '@earshot/proto/http/discovery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CommunityName } from '../../../components/community-name.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import type { CommunityView } from '../../../lib/community.ts';
import { isSameCommunity } from '../../../lib/community.ts';
import { safeHref } from '../../../lib/format.ts';
import { communitiesFor, type DescribedBusiness, notInSample } from '../../../lib/ranked-communities.ts';
import { texts } from '../texts.ts';
import styles from './first-run.module.css';

/** With fewer, the page says so and offers searches of another source. */
const fewest = 3;

interface CommunitiesStepProps {
  readonly business: DescribedBusiness;
  /** The communities on the user's list. */
  readonly watched: readonly CommunityView[];
  readonly isStarting: boolean;
  /** The control that adds a community by its name. */
  readonly addByName: React.ReactNode;
  readonly onBack: () => void;
  /** `listens`: posts are judged as they come, after the first scan. */
  readonly onStart: (chosen: readonly CommunityView[], listens: boolean) => void;
}

/** Suggested communities, ticked, and searches, unticked. */
export function CommunitiesStep(props: CommunitiesStepProps) {
  const { business, watched, isStarting, addByName, onBack, onStart } = props;
  const { data, error, refetch } = useQuery(communitiesFor(business));
  const { communities, searches, chosen, isChosen, toggle } = useChoice(data, watched);
  const [problem, setProblem] = useState<string>();
  const [listens, setListens] = useState(true);
  const total = chosen.length + watched.length;
  const start = () => (total === 0 ? setProblem(texts.needsCommunity) : onStart(chosen, listens));
  const choice = {
    isChosen,
    onToggle: (name: string) => {
      setProblem(undefined);
      toggle(name);
    },
  };
  return (
    <Card title={texts.steps[1]} help={texts.communitiesHelp}>
      {error && <LoadError what={texts.suggested} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && data.communities.length < fewest && <p className={styles.note}>{texts.few(data)}</p>}
      <Choices label={texts.suggested} communities={communities} {...choice} />
      {data && data.notInSample.length > 0 && <p className={styles.note}>{notInSample(data.notInSample)}</p>}
      <Choices label={texts.searches} communities={searches} {...choice} />
      {watched.length > 0 && (
        <p className={styles.note}>{texts.already(watched.map(({ communityLabel }) => communityLabel).join(', '))}</p>
      )}
      <section className={styles.other} aria-label={texts.addOther}>
        <h3 className={styles.heading}>{texts.addOther}</h3>
        {addByName}
      </section>
      <ListenChoice value={listens} onChange={setListens} />
      {problem && total === 0 && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onBack}>{texts.change}</Button>
        <Button
          type="primary"
          loading={isStarting}
          reason={!data && !error ? texts.ranking : undefined}
          onClick={start}
        >
          {texts.start(total)}
        </Button>
      </div>
    </Card>
  );
}

interface ListenChoiceProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

function ListenChoice({ value, onChange }: ListenChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={value} onChange={() => onChange(!value)} />
      <span>
        <span className={styles.name}>{texts.listen}</span> <span className={styles.why}>{texts.listenHelp}</span>
      </span>
    </label>
  );
}

/** Suggested communities are chosen and searches are not, until the user switches them. */
function useChoice(data: BusinessCommunities | undefined, watched: readonly CommunityView[]) {
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set());
  const isNew = (one: CommunityView) => !watched.some((other) => isSameCommunity(one, other));
  const communities = (data?.communities ?? []).filter(isNew);
  const searches = (data?.searches ?? []).filter(isNew);
  const isChosen = ({ name }: CommunityView) =>
    switched.has(name) !== communities.some((community) => community.name === name);
  return {
    communities,
    searches,
    chosen: [...communities, ...searches].filter(isChosen),
    isChosen,
    toggle: (name: string) =>
      setSwitched((now) => (now.has(name) ? new Set([...now].filter((one) => one !== name)) : new Set([...now, name]))),
  };
}

type Offered = RankedCommunity | BusinessCommunities['searches'][number];

interface ChoicesProps {
  readonly label: string;
  readonly communities: readonly Offered[];
  readonly isChosen: (community: CommunityView) => boolean;
  readonly onToggle: (name: string) => void;
}

/** Communities with check boxes. A search has no figures, because nothing was requested for it. */
function Choices({ label, communities, isChosen, onToggle }: ChoicesProps) {
  if (communities.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label}>
      {communities.map((one) => (
        <li key={one.name} className={styles.row}>
          <label className={styles.choice}>
            <input type="checkbox" checked={isChosen(one)} onChange={() => onToggle(one.name)} />
            <span className={styles.name}>
              <CommunityName name={one.name} communityLabel={one.communityLabel} />
            </span>
          </label>
          <div className={styles.facts}>
            <p className={styles.why}>{one.reason}</p>
            {'members' in one && <Facts community={one} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Size, posts a day and the newest post. It is no example of a lead: only the scan scores posts. */
function Facts({ community: { members, postsPerDay, newestPost } }: { readonly community: RankedCommunity }) {
  return (
    <>
      <p className={styles.meta}>
        {members}
        {postsPerDay !== null && ` · ${texts.postsADay(postsPerDay)}`}
        {postsPerDay === null && newestPost === null && ` · ${texts.notRead}`}
      </p>
      {newestPost && (
        <p className={styles.meta}>
          {texts.newestPost}{' '}
          <a href={safeHref(newestPost.url, location.origin)} target="_blank" rel="noopener noreferrer">
            {newestPost.title}
          </a>
        </p>
      )}
    </>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.ranking} className={styles.list}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="40%" height={18} />
          <Skeleton height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
