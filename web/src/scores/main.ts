// The build writes the page into its document. The script follows the theme and counts the view.
import '@fontsource-variable/inter/wght.css';
import 'virtual:tokens.css';
import '../components/base.css';
import { paths } from '../config/paths.ts';
import { themeStore } from '../lib/theme-store.ts';
import { usage } from '../lib/usage.ts';
import './scores-page.css';

themeStore();
usage().pageView(paths.scores);
