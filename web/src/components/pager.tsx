import { pageWindow } from '../lib/page-window.ts';
import { Icon } from './icon.tsx';
import styles from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly label: string;
  readonly onPage: (page: number) => void;
}

/** Pagination: previous, up to five page numbers, next. */
export function Pager({ page, pages, label, onPage }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={`${label}: pages`}>
      <button type="button" className={styles.step} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="left" size={14} />
        Previous
      </button>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          className={styles.number}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <button type="button" className={styles.step} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <Icon name="right" size={14} />
      </button>
    </nav>
  );
}
