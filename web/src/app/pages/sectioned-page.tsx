import { Link } from 'react-router-dom';
import type { Section } from './sections.ts';
import styles from './sectioned-page.module.css';
import { useActiveSection } from './use-active-section.ts';

interface SectionedPageProps {
  readonly sections: readonly Section[];
  /** Whether the sections are there. */
  readonly isReady: boolean;
  readonly children: React.ReactNode;
}

/** A page of several sections. Where there is room, a list beside them shows which one is being read. */
export function SectionedPage({ sections, isReady, children }: SectionedPageProps) {
  const active = useActiveSection(sections, isReady);
  return (
    <div className={styles.page}>
      <div className={styles.sections}>{children}</div>
      <nav className={styles.nav} aria-label="On this page">
        {sections.map(({ id, label }) => (
          <Link key={id} to={{ hash: id }} aria-current={id === active ? 'location' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
