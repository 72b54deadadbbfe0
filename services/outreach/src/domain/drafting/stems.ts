/** Words of every business, which say nothing about how close it is to a post. */
const COMMON = new Set(
  `small business businesses people simple online custom help helps service services software tool tools based make makes find with from
  that your their more less work working need needs want wants best good great free time times year years money things thing them they have
  into other others first just like also what when where which will would each every much many very really someone anyone owner owners
  customers customer clients client company companies team teams using used without within budget busy offer offers start`.split(
    /\s+/,
  ),
);

const stem = (word: string) => word.toLowerCase().replace(/(?:ies|ing|ers|er|ed|es|s|ly|ment|ments|y)$/, '');

/** Parts of a house or a life that belong to one trade, by stem: a faucet is plumbing. */
const RELATED: Readonly<Record<string, string>> = {
  ...{
    faucet: 'plumb',
    sink: 'plumb',
    toilet: 'plumb',
    pip: 'plumb',
    pipe: 'plumb',
    drain: 'plumb',
    shower: 'plumb',
    leak: 'plumb',
  },
  ...{
    gutter: 'roof',
    soffit: 'roof',
    shingle: 'roof',
    wir: 'electrical',
    outlet: 'electrical',
    breaker: 'electrical',
  },
  ...{
    pup: 'dog',
    pupp: 'dog',
    overdue: 'pa',
    unpaid: 'pa',
    receipt: 'expense',
    mileage: 'expense',
    employe: 'payroll',
  },
};

/** The telling words of a text by their stems: what all businesses share is left out. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z][a-z'-]{3,}/g) ?? [];
  const stems = words.filter((word) => !COMMON.has(word)).map(stem);
  return new Set(stems.filter((one) => one.length > 2).flatMap((one) => [one, RELATED[one] ?? one]));
}
