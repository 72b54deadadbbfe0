import styles from './source-tag.module.css';

/** Names the source of what stands before it; shown only where there are several. */
export function SourceTag({ label }: { readonly label: string }) {
  return <span className={styles.tag}>{label}</span>;
}

/** Marks what comes from the sandbox. */
export function SampleTag() {
  return (
    <span className={styles.tag} data-kind="sample">
      Sample
    </span>
  );
}
