import { createContext, use } from 'react';

/** A form with edits that would be lost. */
export interface UnsavedForm {
  /** Asks the user; true when the edits may be lost. */
  readonly ask: () => Promise<boolean>;
  readonly abandon: () => void;
}

/** What the page holds unsaved, for those who leave it otherwise than by a link: signing out, deleting the account. */
export interface UnsavedWork {
  /** Joins; gives the function that leaves again. */
  readonly join: (form: UnsavedForm) => () => void;
  /** Whether the page may be left: yes where nothing is unsaved, else what the user says. */
  readonly mayLeave: () => Promise<boolean>;
  /** Gives up every edit without asking. */
  readonly abandon: () => void;
}

function createUnsavedWork(): UnsavedWork {
  const forms = new Set<UnsavedForm>();
  return {
    join: (form) => {
      forms.add(form);
      return () => forms.delete(form);
    },
    mayLeave: async () => {
      for (const form of [...forms]) if (!(await form.ask())) return false;
      return true;
    },
    abandon: () => {
      for (const form of [...forms]) form.abandon();
    },
  };
}

const UnsavedWorkContext = createContext<UnsavedWork>(createUnsavedWork());

export const useUnsavedWork = (): UnsavedWork => use(UnsavedWorkContext);
