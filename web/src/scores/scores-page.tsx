import { BrandMark } from '../components/brand-mark.tsx';
import { paths } from '../config/paths.ts';
import type { ScoreFigures } from './figures.ts';
import { texts } from './texts.ts';

/** The public page on how scores are measured. It has no state, so it needs no script. */
export function ScoresPage({ figures }: { readonly figures: ScoreFigures }) {
  return (
    <div className="page">
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="bar">
        <a className="logo" href={paths.home}>
          <BrandMark size={26} />
          {texts.brand}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="content">
        <h1 className="title">{texts.title}</h1>
        <p className="lead">{texts.lead(figures)}</p>
        <h2>{texts.method.heading}</h2>
        <ol className="list">
          {texts.method.steps(figures).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <h2>{texts.results.heading}</h2>
        <p>{texts.results.detail(figures)}</p>
        <Results figures={figures} />
        <h2>{texts.high.heading}</h2>
        <p>{texts.high.detail(figures)}</p>
        <h2>{texts.limits.heading}</h2>
        <ul className="list">
          {texts.limits.items(figures).map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
        <p className="note">{texts.note}</p>
      </main>
    </div>
  );
}

function Results({ figures }: { readonly figures: ScoreFigures }) {
  const { columns, caption } = texts.results;
  return (
    <table className="table">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.rows.map(({ label, firstTen, order, ndcg }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{firstTen}</td>
            <td>{order}</td>
            <td>{ndcg}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
