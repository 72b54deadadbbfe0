import styles from './field.module.css';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly children: React.ReactNode;
}

/** A control with its label, help text and error. The control takes `id`, and `noteId(id)` describes it. */
export function Field({ id, label, help, error, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {(error ?? help) && (
        <p id={noteId(id)} className={error ? styles.error : styles.help} role={error ? 'alert' : undefined}>
          {error ?? help}
        </p>
      )}
    </div>
  );
}

export const noteId = (id: string) => `${id}-note`;
