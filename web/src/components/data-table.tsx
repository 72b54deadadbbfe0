import styles from './data-table.module.css';

export interface Column {
  readonly title: string;
  /** Right-aligned, with digits of equal width. */
  readonly isNumber?: boolean;
}

interface Row {
  readonly key: string;
  readonly cells: readonly React.ReactNode[];
}

interface DataTableProps {
  /** For screen readers; the card around the table has a visible title. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** On narrow screens each row becomes a list of titles and values, and nothing scrolls sideways. */
  readonly stacks?: boolean;
}

/** A plain table whose first cell names each row. */
export function DataTable({ caption, columns, rows, stacks = false }: DataTableProps) {
  return (
    <table className={styles.table} data-stacks={stacks}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              <td key={index} data-title={columns[index + 1]?.title} data-number={columns[index + 1]?.isNumber}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
