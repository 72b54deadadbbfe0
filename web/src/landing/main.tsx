import '@fontsource-variable/inter/wght.css';
import 'virtual:tokens.css';
import '../components/base.css';
import { hydrateRoot } from 'react-dom/client';
import { paths } from '../config/paths.ts';
import { usage } from '../lib/usage.ts';
import { LandingPage } from './landing-page.tsx';

const root = document.getElementById('landing');
if (!root) throw new Error('index.html has no #landing');

hydrateRoot(root, <LandingPage />);
usage().pageView(paths.home);
