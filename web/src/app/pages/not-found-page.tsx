import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { paths } from '../../config/paths.ts';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <title>404 Page Not Found · Earshot</title>
      <BrandMark size={40} />
      <h1 className={styles.title}>404 Page Not Found</h1>
      <p className={styles.detail}>There is nothing at this address.</p>
      <Link to={paths.home}>Back to Earshot</Link>
    </main>
  );
}
