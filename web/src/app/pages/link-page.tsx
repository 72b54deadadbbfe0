import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { paths } from '../../config/paths.ts';
import { linkTexts } from '../../features/auth/link-texts.ts';
import styles from './link-page.module.css';

interface LinkPageProps {
  readonly words: { readonly pageTitle: string; readonly heading: string; readonly detail?: string };
  readonly children: ReactNode;
}

/** Wraps the pages that mails link to. Their addresses contain secrets, so no referrer is sent to other sites. */
export function LinkPage({ words, children }: LinkPageProps) {
  return (
    <main className={styles.page}>
      <title>{words.pageTitle}</title>
      <meta name="referrer" content="no-referrer" />
      <div className={styles.box}>
        <BrandMark size={40} />
        <h1 className={styles.heading}>{words.heading}</h1>
        {words.detail !== undefined && <p className={styles.detail}>{words.detail}</p>}
        {children}
        <p className={styles.other}>
          <Link to={paths.auth}>{linkTexts.toSignIn}</Link>
        </p>
      </div>
    </main>
  );
}
