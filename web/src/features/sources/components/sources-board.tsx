import type { CommunityHealth, SourceHealth } from '@earshot/proto/http/source-health';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SampleTag, SourceTag } from '../../../components/source-tag.tsx';
import { count, sentence } from '../../../lib/format.ts';
import { healthKey, quietCommunities, type Tone, tones } from '../board.ts';
import { texts } from '../texts.ts';
import styles from './sources-board.module.css';

interface BoardProps {
  readonly sources: readonly SourceHealth[];
  /** The user's communities from which no posts arrive. */
  readonly communities?: readonly CommunityHealth[];
  readonly isAdmin: boolean;
}

/** The state of each source, its cause, what to do, and its figures. */
export function SourcesBoard({ sources, communities = [], isAdmin }: BoardProps) {
  const quiet = quietCommunities(communities, sources);
  return (
    <div>
      <ul className={styles.list}>
        {sources.map((health) => (
          <Source key={health.source} health={health} isAdmin={isAdmin} />
        ))}
      </ul>
      {quiet.length > 0 && <Quiet communities={quiet} showsSource={sources.length > 1} />}
    </div>
  );
}

function Source({ health, isAdmin }: { readonly health: SourceHealth; readonly isAdmin: boolean }) {
  const { sourceLabel, sample, state, since, cause, communities, communityNoun } = health;
  const step = texts.nextStep(health, isAdmin);
  const { read, failing } = communities;
  return (
    <li className={styles.source}>
      <div className={styles.head}>
        <h3 className={styles.name}>{sourceLabel}</h3>
        {sample && <SampleTag />}
        <State tone={tones[state]} word={texts.states[state]} />
        {since !== null && state !== 'idle' && (
          <span className={styles.since}>
            {texts.since} <RelativeTime iso={since} />
          </span>
        )}
      </div>
      {state === 'listening' && failing > 0 && (
        <p className={styles.words}>{texts.failing(failing, read, communityNoun)}</p>
      )}
      {cause !== null && <p className={`${styles.words} ${styles.cause}`}>{sentence(cause)}</p>}
      {step !== null && <p className={styles.words}>{step}</p>}
      {state !== 'idle' && <Facts health={health} />}
    </li>
  );
}

function State({ tone, word }: { readonly tone: Tone; readonly word: string }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {word}
    </span>
  );
}

function Facts({ health }: { readonly health: SourceHealth }) {
  const { state, nextTryAt, lastPostAt, postsLastDay, usualPostsADay, budgetLeft, communities, communityNoun } = health;
  const { read, silent } = communities;
  return (
    <dl className={styles.facts}>
      <Fact name={state === 'listening' ? texts.nextRead : texts.nextTry}>
        {nextTryAt === null ? texts.notPlanned : <NextTime iso={nextTryAt} />}
      </Fact>
      <Fact name={texts.lastPost}>{lastPostAt === null ? texts.unknown : <RelativeTime iso={lastPostAt} />}</Fact>
      <Fact name={texts.postsLastDay} more={usualPostsADay === null ? null : texts.usual(usualPostsADay)}>
        {postsLastDay === null ? texts.unknown : count(postsLastDay)}
      </Fact>
      <Fact name={texts.read} more={silent === 0 ? null : texts.silentAmong(silent)}>
        {texts.communities(read, communityNoun)}
      </Fact>
      {budgetLeft !== null && <Fact name={texts.budget}>{count(budgetLeft)}</Fact>}
    </dl>
  );
}

/** A time that has passed is due: the figures are up to half a minute old. */
function NextTime({ iso }: { readonly iso: string }) {
  return Date.parse(iso) < Date.now() + 60_000 ? texts.soon : <RelativeTime iso={iso} />;
}

interface FactProps {
  readonly name: string;
  readonly more?: string | null;
  readonly children: React.ReactNode;
}

function Fact({ name, more = null, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} {more !== null && <span className={styles.more}>({more})</span>}
      </dd>
    </div>
  );
}

interface QuietProps {
  readonly communities: readonly CommunityHealth[];
  readonly showsSource: boolean;
}

function Quiet({ communities, showsSource }: QuietProps) {
  const nowMs = Date.now();
  return (
    <section className={styles.quiet} aria-label={texts.quietTitle}>
      <h3>{texts.quietTitle}</h3>
      <ul className={styles.list}>
        {communities.map((health) => (
          <li key={healthKey(health)} className={styles.community}>
            <div className={styles.head}>
              <span className={styles.name}>
                {health.communityLabel}
                {showsSource && <SourceTag label={health.sourceLabel} />}
              </span>
              <State tone="warn" word={texts.troubles[health.trouble]} />
            </div>
            <p className={styles.words}>
              {texts.trouble(health, nowMs)}{' '}
              {health.trouble === 'failing' && health.nextTryAt !== null && (
                <>
                  {texts.nextTry}: <NextTime iso={health.nextTryAt} />.
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
