import { BrandMark } from '../components/brand-mark.tsx';
import { texts } from './texts.ts';
import styles from './loading-screen.module.css';

export function LoadingScreen() {
  return (
    <div className={styles.screen} role="status">
      <BrandMark size={32} />
      {texts.starting}
    </div>
  );
}
