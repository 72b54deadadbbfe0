import type { Theme } from './theme.ts';

const books =
  /\b(?:invoic|bookkeep|accounting|accountant|payroll|expense|tax(?:es)?\b|contracts?\b|proposals?|billing)/i;

/** Payments, bookkeeping and the first employees. */
export const moneyThemes: readonly Theme[] = [
  {
    trade: books,
    signs: [
      /(?:\b(?:not|never|refus\w+ to|without|yet to be|getting|(?:make|making) sure \w+) |n['’]?t )(?:\w+ )?(?:get |been |being )?pa(?:id|y|ys|ying|yments?)\b|\b(?:late|overdue|unpaid|outstanding) (?:on )?(?:payments?|invoices?)|\binvoices? (?:not |un|is |are )*(?:paid|overdue|late)|\bowe[sd]? me\b|\bcollection agenc|\bsmall claims\b|\bchas(?:e|ing) (?:clients?|payments?|invoices?)|\b(?:asking for|get(?:ting)? paid|ensure) ?payments?\b|\bgett?i?n?g? paid\b/i,
      /\b(?:client|customer)s?\b/i,
      /\b(?:pay|paid|payments?|invoices?|deposit)\b/i,
    ],
    unless: /\bpaypal\b.{0,40}\balternative|\bpay(?:ing)? off\b|\bcredit card debt\b/i,
    question: 'Is the payment date in writing anywhere?',
    advice: [
      'put it in one short email with the invoice attached, a date, and what happens after that date, because a written record helps if it ever goes further',
      'ask for a deposit before the next job and tie the final files to the last payment, so this cannot pile up again',
      'write the due date and what happens after it on the invoice itself, since most late payers simply pay whoever reminds them first',
      'send the reminders on fixed days, a few days before the due date and weekly after it, so that it is routine and nothing personal',
    ],
  },
  {
    trade: books,
    signs: [/\bcontracts?\b/i, /\bagreements?\b|\bterms\b|\bkill fees?\b|\bscope\b/i, /\btemplates?\b/i],
    unless: /\b(?:contractor|phone contract|lease|rental)\b/i,
    question: 'Which part of the contract worries you most?',
    advice: [
      'keep it to one page that says what is delivered, by when, for how much, how many revisions are included and what happens when either side stops early',
      'put the payment dates and the number of revisions into the contract before anything else, because those two cause most of the arguments',
      'have a lawyer look once at the version that you mean to reuse, which costs far less than having one write it',
    ],
  },
  {
    trade: books,
    signs: [
      /\bproposals?\b|\bquotes?\b|\bestimates?\b/i,
      /\bprospect|\bpotential clients?\b|\bclients?\b/i,
      /\btemplates?\b|\bapps?\b/i,
    ],
    question: 'How do you write your proposals today?',
    advice: [
      'keep one proposal as a base and change only the problem, the price and the dates, since those are what clients read',
      'put an end date on every proposal, because it gives you a natural reason to ask again',
      'offer two or three sizes of the same work, so that the talk is about which one and not about whether',
    ],
  },
  {
    trade: books,
    signs: [
      /\binvoic\w*/i,
      /\b(?:software|apps?|tools?|services?|programs?|online)\b/i,
      /\brecurring\b|\bquickbooks\b|\bfreshbooks\b|\bwave\b|\bxero\b|\bstripe\b|\bpaypal\b/i,
    ],
    choice: true,
    question: 'How many invoices do you send in a normal month?',
    advice: [
      'list what you bill in a normal month (one-off, recurring, hourly) and test only that, because that is where such tools differ',
      'check first that you can export everything as plain files, so that changing your mind later costs little',
      'send one test invoice and pay it, since what your clients see matters more than the dashboard',
    ],
  },
  {
    trade: books,
    signs: [
      /\bpayroll\b/i,
      /\b(?:first|new|one|hire|hiring) employees?\b|\bemployees?\b|\bhiring\b/i,
      /\bw-?2\b|\b1099\b|\bcontractors?\b/i,
    ],
    question: 'How many people would be on the payroll?',
    advice: [
      'count the full cost of an hour and not just the wage: employer taxes, insurance and paid days come on top',
      'settle first whether the person is an employee or a contractor under your local rules, because putting that right afterwards is expensive',
      'set the payroll tax money aside on every payday, so that it is never mistaken for profit',
    ],
  },
  {
    trade: books,
    signs: [
      /\btax(?:es)?\b|\birs\b|\bvat\b|\bsales tax\b/i,
      /\bllc\b|\bself[- ]employed\b|\bpay(?:ing)? myself\b|\bdeduct|\bwrite[- ]?offs?\b/i,
      /\bestimated\b|\bquarterly\b|\bfil(?:e|ing)\b/i,
    ],
    question: 'Do you already have an accountant?',
    advice: [
      'move a fixed share of every sale into a separate account for tax, so that the bill is never a surprise',
      'pay for one hour with an accountant where you live before the first deadline, with your questions written down',
      'keep business and private money in different accounts from today, because untangling them later takes longest',
    ],
  },
  {
    trade: books,
    signs: [
      /\bbook ?keep\w*|\baccounting\b|\bfinances?\b|\bquickbooks\b|\bbooks\b/i,
      /\b(?:software|apps?|programs?|spreadsheets?|excel)\b/i,
      /\bexpenses?\b|\breceipts?\b|\btransactions?\b|\bmileage\b|\btrack(?:ing)?\b/i,
    ],
    choice: true,
    question: 'How do you keep your books today?',
    advice: [
      'enter one real month into a trial before you decide, because importing and sorting is where the time goes',
      'agree on a dozen categories with whoever does your taxes and use only those, since finer ones rarely get looked at',
      'photograph each receipt on the day, so that the monthly part is only sorting',
      'check how bank transactions get in and how the figures get out again, before looking at any other feature',
    ],
  },
  {
    trade: /\b(?:budgeting|savings|debt|personal finance|invest|bank|loan|mortgage|insurance|pension|retire)/i,
    signs: [
      /\bbudget(?:ing)?\b|\bsav(?:e|ings?)\b/i,
      /\bdebt\b|\bcredit\b|\bloans?\b/i,
      /\bspend(?:ing)?\b|\bpay ?check\b|\bincome\b/i,
      /\binsur\w+|\bmortgage\b|\binvest\w*/i,
    ],
    question: 'What would you like to be different in a year?',
    advice: [
      'write down what came in and went out over the last two months before changing anything, because most plans fail on the costs that were forgotten',
      'move the money on payday by itself, so that it takes no discipline in the third week',
      'compare offers by the total you would pay over the whole time and not by the monthly figure',
    ],
  },
];
