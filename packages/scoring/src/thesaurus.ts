import { z } from 'zod';
import home from './thesaurus/home.json' with { type: 'json' };
import people from './thesaurus/people.json' with { type: 'json' };
import software from './thesaurus/software.json' with { type: 'json' };
import work from './thesaurus/work.json' with { type: 'json' };

/** Words separated by single spaces; `_` joins the two words of a term, as in `late_payment`. */
const terms = z
  .string()
  .regex(/^[a-z0-9_]+(?: [a-z0-9_]+)*$/)
  .transform((text) => text.split(' '));

const familySchema = z.strictObject({
  /** Words for the same thing; a description that contains one of them is about this family. */
  heads: terms,
  /** Words that people with the need use instead. */
  related: terms,
});

/**
 * Word families of the trades that businesses sell in: to businesses and makers (`work`), to private households
 * (`home`), software and online services (`software`), services to people (`people`).
 */
export const thesaurus = [work, home, software, people].flatMap((families) => z.array(familySchema).parse(families));
