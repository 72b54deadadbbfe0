import { Icon } from '../../../components/icon.tsx';
import { CommunityName } from '../../../components/community-name.tsx';
import { PlainButton } from '../../../components/plain-button.tsx';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { useCopy } from '../../../lib/use-copy.ts';
import { usage } from '../../../lib/usage.ts';
import { type Sample, samples } from '../samples.ts';
import { texts } from '../texts.ts';
import styles from './demo.module.css';
import shared from './sections.module.css';

/** Three sample leads with a message each, as the product shows them. */
export function Demo() {
  return (
    <section id="demo" className={shared.section} aria-labelledby="demo-heading">
      <h2 id="demo-heading" className={shared.heading}>
        {texts.demo.heading}
      </h2>
      <p className={shared.lead}>{texts.demo.detail}</p>
      <div className={styles.list}>
        {samples.map((sample) => (
          <SampleLead key={sample.id} sample={sample} />
        ))}
      </div>
    </section>
  );
}

function SampleLead({ sample }: { readonly sample: Sample }) {
  const { id, score, community, communityLabel, authorLabel, age, title, content, reason } = sample;
  return (
    <article className={styles.lead} aria-labelledby={`sample-${id}`}>
      <div className={styles.post}>
        <p className={styles.meta}>
          <ScoreBadge score={score} />
          <CommunityName name={community} communityLabel={communityLabel} />
          <span>{authorLabel}</span>
          <span>{age}</span>
        </p>
        <h3 id={`sample-${id}`} className={styles.title}>
          {title}
        </h3>
        <p className={styles.content}>{content}</p>
        <p className={styles.reason}>{reason}</p>
      </div>
      <MessageCard sample={sample} />
    </article>
  );
}

function MessageCard({ sample }: { readonly sample: Sample }) {
  const { authorLabel, message, messageType, tone } = sample;
  const { copied, copy } = useCopy(message);
  const copyAndCount = () => {
    usage().event('demo-copied');
    void copy();
  };
  return (
    <div className={styles.message} role="group" aria-label={texts.demo.messageFor(authorLabel)}>
      <p className={styles.kinds}>
        <span className={styles.kind}>{texts.demo.types[messageType]}</span>
        <span className={styles.kind}>{tone}</span>
      </p>
      <p className={styles.words}>{message}</p>
      <PlainButton className={styles.copy ?? ''} onClick={copyAndCount}>
        <Icon name={copied ? 'check' : 'copy'} />
        <span aria-live="polite">{copied ? texts.demo.copied : texts.demo.copy}</span>
      </PlainButton>
    </div>
  );
}
