import styles from './button.module.css';
import { Tip } from './tip.tsx';

interface Look {
  readonly type?: 'default' | 'primary' | 'text' | 'link';
  readonly size?: 'small' | 'middle';
  /** The action destroys something. */
  readonly danger?: boolean;
  /** As wide as its container. */
  readonly block?: boolean;
  readonly icon?: React.ReactNode;
}

interface ActionProps extends Look, Omit<React.ComponentProps<'button'>, 'type'> {
  readonly htmlType?: 'button' | 'submit';
  /** The action is running: a spinner replaces the icon, and clicks do nothing. The button keeps the focus. */
  readonly loading?: boolean;
  /**
   * Why the action is not available. The button stays focusable and shows the reason on hover, focus and press. Undefined where
   * it is available: pass the prop in both cases, so that the button keeps the focus when it changes.
   */
  readonly reason?: string | undefined;
  readonly href?: undefined;
}

interface LinkProps extends Look, Omit<React.ComponentProps<'a'>, 'type'> {
  readonly href: string;
}

/** A button, or a link that looks like one if it has an address. It takes the props of antd's Button, which is too large for a first load. */
export function Button(props: ActionProps | LinkProps) {
  const { type = 'default', size = 'middle', danger = false, block = false, icon, className = '', ...rest } = props;
  const look = {
    className: `${styles.button} ${className}`,
    'data-type': type,
    'data-size': size,
    'data-danger': danger,
    'data-block': block,
    'data-icon-only': rest.children === undefined,
  };
  const shownIcon = icon !== undefined && <span className={styles.icon}>{icon}</span>;
  if (rest.href !== undefined) {
    const { children, ...link } = rest;
    return (
      <a {...link} {...look}>
        {shownIcon}
        {children}
      </a>
    );
  }
  const { htmlType = 'button', loading = false, reason, onClick, children, ...button } = rest;
  const isBlocked = reason !== undefined;
  const shown = (
    <button
      {...button}
      {...look}
      type={htmlType}
      data-loading={loading}
      {...(isBlocked && { 'aria-disabled': true, 'aria-description': reason, 'data-blocked': true })}
      onClick={(event) => {
        if (loading || isBlocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {loading ? <span className={styles.spinner} role="img" aria-label="loading" /> : shownIcon}
      {children}
    </button>
  );
  return 'reason' in rest ? <Tip text={reason}>{shown}</Tip> : shown;
}
