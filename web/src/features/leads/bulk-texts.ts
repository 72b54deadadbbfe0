import type { BulkChange } from '@earshot/proto/http/lead';
import { count as figure } from '../../lib/format.ts';

const leads = (count: number) => (count === 1 ? '1 lead' : `${figure(count)} leads`);
const are = (count: number, done: string) =>
  count === 0 ? 'No lead needed a change.' : `${count === 1 ? '1 lead is' : `${figure(count)} leads are`} ${done}`;

/** The texts of one kind of change, for a number of leads. */
interface ChangeTexts {
  readonly question: string;
  readonly consequence: string;
  readonly confirm: string;
  readonly done: (changed: number) => { readonly title: string; readonly description: string };
}

const statusUpdated = 'Status Updated';
const rated = 'Rating Updated';
const stays = 'Leads whose authors responded keep their status.';

function contacting(count: number): ChangeTexts {
  return {
    question: `Mark ${leads(count)} as contacted?`,
    consequence: `Earshot sends no message. ${stays}`,
    confirm: 'Mark as contacted',
    done: (changed) => ({ title: statusUpdated, description: are(changed, 'marked as contacted.') }),
  };
}

function skipping(count: number): ChangeTexts {
  return {
    question: `Skip ${leads(count)}?`,
    consequence: stays,
    confirm: `Skip ${leads(count)}`,
    done: (changed) => ({ title: statusUpdated, description: are(changed, 'skipped.') }),
  };
}

function rating(count: number, isGood: boolean): ChangeTexts {
  const kind = isGood ? 'good' : 'not a lead';
  return {
    question: `Rate ${leads(count)} as ${kind}?`,
    consequence: 'Earshot learns from each rating.',
    confirm: `Rate ${leads(count)}`,
    done: (changed) => ({
      title: rated,
      description: are(changed, `rated as ${kind}. Earshot learns from it.`),
    }),
  };
}

export const bulkTexts = {
  selection: 'Selected leads',
  selected: (count: number) => `${count} selected`,
  allSelected: (count: number) => `All ${leads(count)} that match are selected`,
  selectAll: 'Select all on this page',
  selectMatching: (count: number) => `Select all ${figure(count)} that match`,
  clearSelection: 'Clear selection',
  noneToSkip: 'None of the selected leads can be skipped',
  noneToContact: 'None of the selected leads can be marked as contacted',
  contact: 'Mark as contacted',
  skip: (count: number) => `Skip ${leads(count)}`,
  thumbs: { up: 'Rate as good leads', down: 'Rate as not a lead' },
  export: 'Export the selected leads',
  /** The texts of a change of `count` leads. */
  of: ({ status, rating: thumb }: BulkChange, count: number): ChangeTexts => {
    if (thumb !== undefined) return rating(count, thumb === 'up');
    return status === 'contacted' ? contacting(count) : skipping(count);
  },
  everyPage: (count: number) =>
    `This changes all ${leads(count)} that match the filters, on every page. You can undo it afterwards.`,
  progress: (done: number, all: number) => `${figure(done)} of ${leads(all)} done`,
  undo: 'Undo',
  undoByKey: 'Press z on the leads page to undo a change of status',
  undone: (changed: number) => are(changed, 'as before.'),
  statusUpdated,
  rated,
  failed: (done: number, all: number) => ({
    title: 'Update Failed',
    description:
      done === 0
        ? 'Failed to update the leads.'
        : `Only ${figure(done)} of ${leads(all)} could be updated. Try again for the others.`,
  }),
  undoFailed: {
    title: 'Update Failed',
    description: 'Failed to undo the change of all leads. Reload the page to see them.',
  },
} as const;
