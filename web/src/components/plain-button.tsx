import styles from './plain-button.module.css';

type Look = 'primary' | 'default' | 'quiet';

interface PlainButtonProps extends React.ComponentProps<'button'> {
  readonly look?: Look;
}

/** A button of the landing page: its target is larger for touch. */
export function PlainButton({ look = 'default', type = 'button', className = '', ...rest }: PlainButtonProps) {
  return <button type={type} className={`${styles.button} ${className}`} data-look={look} {...rest} />;
}

interface PlainLinkProps extends React.ComponentProps<'a'> {
  readonly look?: Look;
}

/** A link that looks like the button. */
export function PlainLink({ look = 'default', className = '', ...rest }: PlainLinkProps) {
  return <a className={`${styles.button} ${className}`} data-look={look} {...rest} />;
}
