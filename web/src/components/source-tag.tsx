import styles from './source-tag.module.css';

/** Names the source of the item before it. Shown only if there are several sources. */
export function SourceTag({ label }: { readonly label: string }) {
  return (
    <>
      {' '}
      <span className={styles.tag}>{label}</span>
    </>
  );
}

/** Marks sample data from the sandbox. */
export function SampleTag() {
  return (
    <span className={styles.tag} data-kind="sample">
      Sample
    </span>
  );
}
