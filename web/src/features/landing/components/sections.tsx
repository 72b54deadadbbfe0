import { Icon } from '../../../components/icon.tsx';
import { texts } from '../texts.ts';
import styles from './sections.module.css';

/** Three claims with their evidence. */
export function Stats() {
  return (
    <section className={styles.section} aria-labelledby="stats-heading">
      <h2 id="stats-heading" className={styles.heading}>
        {texts.stats.heading}
      </h2>
      <ul className={styles.grid}>
        {texts.stats.cards.map(({ value, mark, label, note }) => (
          <li key={label} className={styles.card}>
            <p className={styles.claim}>
              <span className={styles.value}>
                {value}
                <span className={styles.mark}> {mark}</span>
              </span>{' '}
              <span className={styles.label}>{label}</span>
            </p>
            <p className={styles.detail}>{note}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Features() {
  return (
    <section id="features" className={styles.section} aria-labelledby="features-heading">
      <h2 id="features-heading" className={styles.heading}>
        {texts.featureGrid.heading}
      </h2>
      <ul className={styles.grid}>
        {texts.featureGrid.items.map(({ icon, title, detail, ...item }) => (
          <li key={title} className={styles.card}>
            <span className={styles.icon}>
              <Icon name={icon} size={20} />
            </span>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.detail}>{detail}</p>
            {'link' in item && (
              <p className={styles.more}>
                <a href={item.link.href}>{item.link.text}</a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The benefits of joining early, with the second waitlist form. */
export function EarlyAccess({ waitlist }: { readonly waitlist: React.ReactNode }) {
  return (
    <>
      <section className={styles.section} aria-labelledby="benefits-heading">
        <h2 id="benefits-heading" className={styles.heading}>
          {texts.benefits.heading}
        </h2>
        <p className={styles.lead}>{texts.benefits.detail}</p>
        <ul className={styles.rows}>
          {texts.benefits.items.map(({ icon, title, detail }) => (
            <li key={title}>
              <span className={styles.icon}>
                <Icon name={icon} size={20} />
              </span>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.detail}>{detail}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.closing} aria-labelledby="closing-heading">
        <h2 id="closing-heading" className={styles.heading}>
          {texts.closing.heading}
        </h2>
        {waitlist}
      </section>
    </>
  );
}
