import { renderToString } from 'react-dom/server';
import { LandingPage } from './landing-page.tsx';

/** The landing page before any script runs; the build writes it into index.html. */
export const landingHtml = renderToString(<LandingPage />);
