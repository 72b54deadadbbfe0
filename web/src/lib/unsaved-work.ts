import { createContext, use } from 'react';

/** A form whose edits could be lost. */
export interface UnsavedForm {
  /** Asks the user; resolves to true if the edits may be discarded. */
  readonly ask: () => Promise<boolean>;
  readonly abandon: () => void;
}

/** The unsaved forms of the page, for exits other than links: signing out and deleting the account. */
export interface UnsavedWork {
  /** Registers a form; returns the function that unregisters it. */
  readonly join: (form: UnsavedForm) => () => void;
  /** Whether the page may be left: true if nothing is unsaved, otherwise the user decides. */
  readonly mayLeave: () => Promise<boolean>;
  /** Discards all edits without asking. */
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
