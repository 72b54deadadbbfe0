import { BrandMark } from '../../components/brand-mark.tsx';
import { paths } from '../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <title>{texts.notFound.pageTitle}</title>
      <BrandMark size={40} />
      <h1 className={styles.title}>{texts.notFound.title}</h1>
      <p className={styles.detail}>{texts.notFound.detail}</p>
      <a href={paths.home}>{texts.notFound.back}</a>
    </main>
  );
}
