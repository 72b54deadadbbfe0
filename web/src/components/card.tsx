import styles from './card.module.css';

interface CardProps {
  /** Anchor for links to this section. */
  readonly id?: string;
  readonly title: string;
  readonly help?: string;
  readonly children: React.ReactNode;
}

/** A titled section on a surface. */
export function Card({ id, title, help, children }: CardProps) {
  return (
    <section id={id} className={styles.card} aria-label={title}>
      <header>
        <h2 className={styles.title}>{title}</h2>
        {help && <p className={styles.help}>{help}</p>}
      </header>
      {children}
    </section>
  );
}
