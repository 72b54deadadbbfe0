import type { PostKind } from '../details.ts';
import { fields } from './fields.ts';
import { stemsOf } from '../stems.ts';
import { generalAdvice } from './general.ts';
import { homeThemes } from './home.ts';
import { lifeThemes } from './life.ts';
import { marketingThemes } from './marketing.ts';
import { moneyThemes } from './money.ts';
import type { Theme } from './theme.ts';
import { toolThemes } from './tools.ts';

const themes: readonly Theme[] = [...moneyThemes, ...marketingThemes, ...toolThemes, ...homeThemes, ...lifeThemes];

/** The least weight at which a theme is used: its first sign in the title, or three signs in the text. */
const ENOUGH = 3;
const ENOUGH_OF_BROAD = 2;

/**
 * Advice for a post, at least two imperative clauses: from the best matching theme of the business's trade, or else for
 * the business's field, or else for the kind of post.
 */
export function adviceFor(
  post: { readonly title: string; readonly content: string; readonly subreddit: string },
  kind: PostKind,
  business: string,
): readonly string[] {
  const body = post.content.slice(0, 700);
  const [best] = themes
    .filter(({ trade, unless }) => trade.test(business) && !unless?.test(`${post.title} ${body}`))
    .map((theme) => ({ theme, weight: weightOf(theme, post.title, body) }))
    .sort((a, b) => b.weight - a.weight);
  if (best !== undefined && best.weight >= (best.theme.broad ? ENOUGH_OF_BROAD : ENOUGH)) return best.theme.advice;
  // A post about an unrelated field does not get the field's advice.
  const field = fields.find(({ trade }) => trade.test(business));
  return field !== undefined && isNear(`${post.title} ${body} ${spaced(post.subreddit)}`, field.trade, business)
    ? field.advice
    : generalAdvice[kind];
}

/** Splits names such as "HomeImprovement" into words. */
function spaced(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll('_', ' ');
}

function isNear(text: string, trade: RegExp, business: string): boolean {
  const about = stemsOf(business);
  return trade.test(text) || [...stemsOf(text)].filter((stem) => about.has(stem)).length > 1;
}

/** The first sign is the theme's subject: it counts more, and the theme does not apply without it. */
function weightOf({ signs: [main, ...others], broad }: Theme, title: string, body: string): number {
  if (main === undefined) return 0;
  const about = (main.test(title) ? 3 : main.test(body) ? 1.5 : 0) * (broad ? 0.7 : 1);
  if (about === 0) return 0;
  return others.reduce((sum, sign) => sum + (sign.test(title) ? 1 : sign.test(body) ? 0.75 : 0), about);
}
