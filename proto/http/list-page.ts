import { z } from 'zod';

/** The entries of one page of a list, at most. */
export const entriesPerPage = 100;
/** The last page: a list shows the newest 1,000 entries. */
export const lastPage = 10;

const number = (name: string, max: number) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be 1 or more`)
    .max(max, `${name} must be ${max} or less`);

/** Which page of a list to send. A page that is not full is the last one. */
export const listPage = z.object({
  limit: number('limit', entriesPerPage).default(entriesPerPage),
  page: number('page', lastPage).default(1),
});
export type ListPage = z.infer<typeof listPage>;

/** A list sends the start of a long text, and then `isPreview` is true. */
export const preview = { isPreview: z.boolean().default(false) };
