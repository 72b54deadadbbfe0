import { Icon } from '../../components/icon.tsx';
import { NotificationsButton } from '../../features/notifications/components/notifications-button.tsx';
import styles from './header.module.css';
import { headerOf } from './header-titles.ts';
import { SampleLabel } from './sample-label.tsx';
import { texts } from '../texts.ts';

interface HeaderProps {
  readonly pathname: string;
  /** Opens the drawer; null if the sidebar is always visible. */
  readonly onMenu: (() => void) | null;
  /** Whether the list of notifications is open. */
  readonly showsNews: boolean;
  readonly onShowNews: (shows: boolean) => void;
}

/** Id of the heading that names the page's content, which receives the focus when a page opens. */
export const headingId = 'page-heading';

export function Header({ pathname, onMenu, showsNews, onShowNews }: HeaderProps) {
  const { title, subtitle } = headerOf(pathname);
  return (
    <header className={styles.header} data-header>
      {onMenu && (
        <button type="button" className={styles.menu} aria-label={texts.openNavigation} onClick={onMenu}>
          <Icon name="menu" size={20} />
        </button>
      )}
      <div className={styles.words}>
        <h1 id={headingId} className={styles.title}>
          {title}
        </h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <SampleLabel />
      <NotificationsButton isOpen={showsNews} onOpenChange={onShowNews} />
    </header>
  );
}
