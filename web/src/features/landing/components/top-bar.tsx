import { BrandMark } from '../../../components/brand-mark.tsx';
import { PlainButton, PlainLink } from '../../../components/plain-button.tsx';
import { ThemeMenu } from '../../../components/theme-menu.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './top-bar.module.css';

/** boot.js determines before the first paint whether the visitor is signed in, so that no link changes under the pointer. */
export function TopBar({ onDiscover }: { readonly onDiscover: () => void }) {
  return (
    <header className={styles.bar}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <nav className={styles.inner} aria-label={texts.navLabel}>
        <a className={styles.logo} href="#top" aria-label={texts.toTop}>
          <BrandMark size={26} />
          {texts.brand}
        </a>
        <div className={styles.middle}>
          <PlainLink look="quiet" href="#features">
            {texts.features}
          </PlainLink>
          <PlainButton look="quiet" className={styles.scripted ?? ''} onClick={onDiscover}>
            {texts.discover}
          </PlainButton>
        </div>
        <div className={styles.end}>
          <div className={styles.scripted}>
            <ThemeMenu opens="below" className={styles.theme} labelClassName="unseen" />
          </div>
          <PlainLink className={styles.signIn ?? ''} href={paths.auth}>
            {texts.signIn}
          </PlainLink>
          <PlainLink className={styles.dashboard ?? ''} href={paths.dashboard}>
            {texts.dashboard}
          </PlainLink>
        </div>
      </nav>
    </header>
  );
}
