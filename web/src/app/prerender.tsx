import { renderToString } from 'react-dom/server';
import { LoadingScreen } from './loading-screen.tsx';

/** The start-up screen before any script runs; the build writes it into app.html. */
export const loadingHtml = renderToString(<LoadingScreen />);
