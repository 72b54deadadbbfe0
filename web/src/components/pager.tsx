import { pageWindow } from '../lib/page-window.ts';
import { Icon } from './icon.tsx';
import styles from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly label: string;
  /** How many there are on all pages, in words. */
  readonly total?: string | undefined;
  readonly onPage: (page: number) => void;
}

/** Pagination: previous, up to five page numbers, next, and the last page if none of the numbers is it. */
export function Pager({ page, pages, label, total, onPage }: PagerProps) {
  const numbers = pageWindow(page, pages);
  return (
    <nav className={styles.pager} aria-label={`${label}: pages`}>
      <button
        type="button"
        className={styles.step}
        disabled={page <= 1}
        title={page <= 1 ? 'This is the first page' : undefined}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="left" size={14} />
        Previous
      </button>
      {numbers.map((number) => (
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
      <button
        type="button"
        className={styles.step}
        disabled={page >= pages}
        title={page >= pages ? 'This is the last page' : undefined}
        onClick={() => onPage(page + 1)}
      >
        Next
        <Icon name="right" size={14} />
      </button>
      {(numbers.at(-1) ?? pages) < pages && (
        <button type="button" className={styles.step} onClick={() => onPage(pages)}>
          Last page
        </button>
      )}
      {total !== undefined && <span className={styles.total}>{`Page ${page} of ${pages}, ${total}`}</span>}
    </nav>
  );
}
