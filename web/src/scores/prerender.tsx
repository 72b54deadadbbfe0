import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { recordedFigures, scoreFigures } from './figures.ts';
import { ScoresPage } from './scores-page.tsx';

const file = new URL('../../../apps/lab/eval/recorded.json', import.meta.url);
const recorded = recordedFigures.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The page on how scores are measured; the build writes it into scores.html. */
export const scoresHtml = renderToStaticMarkup(<ScoresPage figures={scoreFigures(recorded)} />);
