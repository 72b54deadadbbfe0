import { Switch } from 'antd';
import { AntdScope } from './antd-scope.tsx';
import { noteId } from './field.tsx';
import styles from './switch-field.module.css';

interface SwitchFieldProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A switch with its label, help text and error. */
export function SwitchField({ id, label, help, error, value, onChange }: SwitchFieldProps) {
  return (
    <div className={styles.field}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p id={noteId(id)} className={error ? styles.error : styles.help} role={error ? 'alert' : undefined}>
          {error ?? help}
        </p>
      </div>
      <AntdScope>
        <Switch id={id} checked={value} onChange={onChange} aria-describedby={noteId(id)} />
      </AntdScope>
    </div>
  );
}
