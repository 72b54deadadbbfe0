import { homeThemes } from './home.ts';
import { lifeThemes } from './life.ts';
import { marketingThemes } from './marketing.ts';
import { moneyThemes } from './money.ts';
import type { Theme } from './theme.ts';
import { toolThemes } from './tools.ts';

/** All themes. */
export const themes: readonly Theme[] = [
  ...moneyThemes,
  ...marketingThemes,
  ...toolThemes,
  ...homeThemes,
  ...lifeThemes,
];

/** The least weight of the confirming signs: one in the title, or two in the text. A broad theme needs both. */
const ENOUGH = 1;
const ENOUGH_OF_BROAD = 2;

const CHOOSES =
  /\b(?:looking for|search\w* for|recommend\w*|suggest\w*|which|best|good|better|cheap\w*|alternatives?|vs\.?|options|need an?|want an?|do (?:you|people|others)(?: \w+)? use|anyone (?:know|use)\w*|worth|apps?|programs?)\b/i;

/**
 * The theme of a post in the business's trade; null unless it is certain. The title must name the subject and other words
 * must confirm it, because wrong advice is worse than none.
 */
export function adviceFor(post: { readonly title: string; readonly content: string }, business: string): Theme | null {
  const body = post.content.slice(0, 700);
  const [best] = themes
    .filter(({ trade, unless }) => trade.test(business) && !unless?.test(`${post.title} ${body}`))
    .filter(({ choice }) => !choice || CHOOSES.test(post.title))
    .map((theme) => ({
      theme,
      weight: confirmation(theme, post.title, body) - (theme.broad ? ENOUGH_OF_BROAD : ENOUGH),
    }))
    .filter(({ weight }) => weight >= 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.theme ?? null;
}

function confirmation({ signs: [main, ...others] }: Theme, title: string, body: string): number {
  if (!main.test(title)) return Number.NEGATIVE_INFINITY;
  return others.reduce((sum, sign) => sum + (sign.test(title) ? 1 : sign.test(body) ? 0.5 : 0), 0);
}
