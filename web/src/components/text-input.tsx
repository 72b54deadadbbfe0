import { useEffect, useRef } from 'react';
import styles from './text-input.module.css';

/** A field for one line of text, without its label. `aria-invalid` marks an error. */
export function TextInput(props: React.ComponentProps<'input'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React copies the value into the markup, where a password must not stand.
    if (props.type === 'password') input.current?.removeAttribute('value');
  });
  return <input ref={input} className={styles.input} {...props} />;
}
