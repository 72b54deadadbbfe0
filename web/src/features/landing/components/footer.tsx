import { BrandMark } from '../../../components/brand-mark.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './footer.module.css';

const share = `https://x.com/intent/post?text=${encodeURIComponent(texts.footer.shareText)}`;

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p className={styles.brand}>
        <BrandMark size={20} />
        {texts.brand}
      </p>
      <p className={styles.note}>{texts.footer.note}</p>
      <nav className={styles.links} aria-label={texts.footer.label}>
        <a href={paths.auth}>{texts.signIn}</a>
        <a href={paths.scores}>{texts.footer.scores}</a>
        <a href="/api/docs">{texts.footer.api}</a>
        <a href={share} target="_blank" rel="noopener noreferrer">
          {texts.footer.share}
        </a>
      </nav>
    </footer>
  );
}
