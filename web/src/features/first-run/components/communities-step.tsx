import type { BusinessCommunities, RankedCommunity, RankedPlace } from '@earshot/proto/http/discovery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CommunityName } from '../../../components/community-name.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { type CommunityView, isSameCommunity } from '../../../lib/community.ts';
import { safeHref } from '../../../lib/format.ts';
import { communitiesFor, type DescribedBusiness, notInSample } from '../../../lib/ranked-communities.ts';
import { texts } from '../texts.ts';
import styles from './first-run.module.css';

/** With fewer, the page says so. */
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

/** Real communities and searches, then samples. What can be read now is ticked; samples only where nothing real can. */
export function CommunitiesStep(props: CommunitiesStepProps) {
  const { business, watched, isStarting, addByName, onBack, onStart } = props;
  const { data, error, refetch } = useQuery(communitiesFor(business));
  const { offered, chosen, isChosen, toggle } = useChoice(data, watched);
  const [problem, setProblem] = useState<string>();
  const [listens, setListens] = useState(true);
  const total = chosen.length + watched.length;
  const start = () => (total === 0 ? setProblem(texts.needsCommunity) : onStart(chosen, listens));
  const choice = {
    isChosen,
    onToggle: (one: CommunityView) => {
      setProblem(undefined);
      toggle(one);
    },
  };
  return (
    <Card title={texts.steps[1]} help={texts.communitiesHelp}>
      {error && <LoadError what={texts.suggested} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <Offers data={data} offered={offered} {...choice} />}
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

/** What can be read now is chosen, and samples where nothing real can be, until the user switches them. */
function useChoice(data: BusinessCommunities | undefined, watched: readonly CommunityView[]) {
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set());
  const isNew = (one: CommunityView) => !watched.some((other) => isSameCommunity(one, other));
  const communities = (data?.communities ?? []).filter(isNew);
  const searches = (data?.searches ?? []).filter(isNew);
  const places = (data?.places ?? []).filter(isNew);
  const samples = (data?.samples ?? []).filter(isNew);
  const ready = [...communities, ...[...searches, ...places].filter(({ isReady }) => isReady)];
  const first = new Set((ready.length > 0 ? ready : samples).map(keyOf));
  const isChosen = (one: CommunityView) => switched.has(keyOf(one)) !== first.has(keyOf(one));
  return {
    offered: { communities, searches, places, samples },
    chosen: [...communities, ...searches, ...places, ...samples].filter(isChosen),
    isChosen,
    toggle: (one: CommunityView) => {
      const key = keyOf(one);
      setSwitched((now) =>
        now.has(key) ? new Set([...now].filter((other) => other !== key)) : new Set([...now, key]),
      );
    },
  };
}

const keyOf = ({ source, name }: CommunityView) => `${source} ${name}`;

interface GroupProps {
  readonly title: string;
  readonly help: string;
  readonly children: React.ReactNode;
}

function Group({ title, help, children }: GroupProps) {
  return (
    <section className={styles.other} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.note}>{help}</p>
      {children}
    </section>
  );
}

interface OffersProps extends Pick<ChoicesProps, 'isChosen' | 'onToggle'> {
  readonly data: BusinessCommunities;
  readonly offered: Pick<BusinessCommunities, 'communities' | 'searches' | 'places' | 'samples'>;
}

function Offers({ data, offered: { communities, searches, places, samples }, ...choice }: OffersProps) {
  const isAnyReady = communities.length > 0 || [...searches, ...places].some(({ isReady }) => isReady);
  const count = Math.max(data.communities.length, data.samples.length);
  return (
    <>
      {communities.length + searches.length + places.length > 0 && (
        <Group title={texts.real} help={isAnyReady ? texts.realHelp : texts.noReal}>
          <Choices label={texts.suggested} communities={communities} {...choice} />
          <Choices label={texts.places} communities={places} {...choice} />
          <Choices label={texts.searches} communities={searches} {...choice} />
        </Group>
      )}
      {count < fewest && <p className={styles.note}>{texts.few(count, data)}</p>}
      {samples.length + data.notInSample.length > 0 && (
        <Group title={texts.samples} help={texts.samplesHelp}>
          <Choices label={texts.samples} communities={samples} {...choice} />
          {data.notInSample.length > 0 && <p className={styles.note}>{notInSample(data.notInSample)}</p>}
        </Group>
      )}
    </>
  );
}

type Offered = RankedCommunity | RankedPlace | BusinessCommunities['searches'][number];

interface ChoicesProps {
  readonly label: string;
  readonly communities: readonly Offered[];
  readonly isChosen: (community: CommunityView) => boolean;
  readonly onToggle: (community: CommunityView) => void;
}

/** Communities with check boxes. A search has no figures, because nothing was requested for it. */
function Choices({ label, communities, isChosen, onToggle }: ChoicesProps) {
  if (communities.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label}>
      {communities.map((one) => (
        <li key={keyOf(one)} className={styles.row}>
          <label className={styles.choice}>
            <input type="checkbox" checked={isChosen(one)} onChange={() => onToggle(one)} />
            <span className={styles.name}>
              {'title' in one ? one.title : <CommunityName name={one.name} communityLabel={one.communityLabel} />}
            </span>
          </label>
          <div className={styles.facts}>
            <p className={styles.why}>{one.reason}</p>
            {'postsPerDay' in one && <Facts community={one} members={'members' in one ? one.members : undefined} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface FactsProps {
  readonly community: Pick<RankedCommunity, 'postsPerDay' | 'newestPost'>;
  /** Of communities of which the site tells it. */
  readonly members: string | undefined;
}

/** Size, posts a day and the newest post. It is no example of a lead: only the scan scores posts. */
function Facts({ community: { postsPerDay, newestPost }, members }: FactsProps) {
  const rate = postsPerDay === null ? null : texts.postsADay(postsPerDay);
  const known = [members, rate ?? (newestPost === null ? texts.notRead : null)];
  return (
    <>
      <p className={styles.meta}>{known.filter(Boolean).join(' · ')}</p>
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
