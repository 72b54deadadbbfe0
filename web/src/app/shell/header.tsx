import { Icon } from '../../components/icon.tsx';
import styles from './header.module.css';
import { headerOf } from './header-titles.ts';

interface HeaderProps {
  readonly pathname: string;
  /** Opens the drawer; null where the sidebar is always there. */
  readonly onMenu: (() => void) | null;
}

export function Header({ pathname, onMenu }: HeaderProps) {
  const { title, subtitle } = headerOf(pathname);
  return (
    <header className={styles.header}>
      {onMenu && (
        <button type="button" className={styles.menu} aria-label="Open navigation" onClick={onMenu}>
          <Icon name="menu" size={20} />
        </button>
      )}
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
    </header>
  );
}
