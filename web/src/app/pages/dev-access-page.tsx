import { useNavigate } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { paths } from '../../config/paths.ts';
import { GateForm } from '../../features/dev-access/components/gate-form.tsx';
import { texts } from '../../features/dev-access/texts.ts';
import styles from './dev-access-page.module.css';

/** The development gate: asks for a shared password before the sign-in page. */
export function DevAccessPage() {
  const navigate = useNavigate();
  return (
    <main className={styles.page}>
      <title>{texts.pageTitle}</title>
      <div className={styles.box}>
        <BrandMark size={40} />
        <h1 className={styles.heading}>{texts.heading}</h1>
        <p className={styles.detail}>{texts.detail}</p>
        <GateForm onOpened={() => void navigate(paths.auth)} />
      </div>
    </main>
  );
}
