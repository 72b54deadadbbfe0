import { useRef } from 'react';
import type { ReadyForm } from '../lib/use-saved-form.ts';
import { useUnsavedGuard } from '../lib/use-unsaved-guard.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import styles from './save-bar.module.css';

const texts = {
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  saving: 'Saving',
  overtaken: 'These settings were changed elsewhere. Saving replaces those changes with yours.',
  takeOthers: 'Use those changes',
  earlier: 'You have changes from earlier that were not saved.',
  restore: 'Restore',
  drop: 'Dismiss',
  leaveTitle: 'Leave without saving?',
  leaveHelp: 'Your changes on this page are not saved yet.',
  leave: 'Leave',
  stay: 'Stay',
} as const;

interface SaveBarProps {
  readonly form: Pick<
    ReadyForm<unknown, unknown>,
    'problem' | 'isDirty' | 'isSaving' | 'overtaken' | 'hasDraft' | 'save' | 'discard' | 'restoreDraft' | 'dropDraft'
  >;
  /** The label of the save button. */
  readonly label: string;
  /** Shown while there are no unsaved changes. */
  readonly note: React.ReactNode;
  /** Other actions on the form, placed before its save button. */
  readonly children?: React.ReactNode;
}

/**
 * The sticky bar at the end of a form. It saves and discards changes, shows that the form was saved elsewhere, offers to restore
 * an earlier draft, and asks before unsaved changes are lost.
 */
export function SaveBar({ form, label, note, children }: SaveBarProps) {
  const { isDirty, isSaving } = form;
  const save = useRef<HTMLButtonElement>(null);
  const guard = useUnsavedGuard(isDirty, form.discard);
  // These buttons disappear when they are pressed, so the focus moves to the save button.
  const here = (act: () => void) => () => {
    act();
    save.current?.focus();
  };
  return (
    <div className={styles.bar}>
      <Offers form={form} here={here} />
      <FormProblem error={form.problem} />
      <div className={styles.row}>
        <div className={styles.note}>
          <span role="status">{isDirty && <span className={styles.unsaved}>{texts.unsaved}</span>}</span>
          {isDirty ? (
            <Button size="small" type="text" disabled={isSaving} onClick={here(form.discard)}>
              {texts.discard}
            </Button>
          ) : (
            note
          )}
        </div>
        <div className={styles.actions} data-uncovered>
          {children}
          <Button ref={save} type="primary" loading={isSaving} onClick={form.save}>
            {isSaving ? texts.saving : label}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={guard.isAsking}
        title={texts.leaveTitle}
        confirmLabel={texts.leave}
        cancelLabel={texts.stay}
        danger
        onConfirm={guard.leave}
        onCancel={guard.stay}
      >
        {texts.leaveHelp}
      </ConfirmDialog>
    </div>
  );
}

interface OffersProps extends Pick<SaveBarProps, 'form'> {
  readonly here: (act: () => void) => () => void;
}

/** Notes about changes saved elsewhere and about an earlier draft. */
function Offers({ form: { overtaken, hasDraft, discard, restoreDraft, dropDraft }, here }: OffersProps) {
  return (
    <>
      {overtaken.length > 0 && (
        <Offer role="alert" words={texts.overtaken}>
          <Button size="small" onClick={here(discard)}>
            {texts.takeOthers}
          </Button>
        </Offer>
      )}
      {hasDraft && (
        <Offer role="status" words={texts.earlier}>
          <Button size="small" onClick={here(restoreDraft)}>
            {texts.restore}
          </Button>
          <Button size="small" type="text" onClick={here(dropDraft)}>
            {texts.drop}
          </Button>
        </Offer>
      )}
    </>
  );
}

interface OfferProps {
  readonly role: 'alert' | 'status';
  readonly words: string;
  readonly children: React.ReactNode;
}

function Offer({ role, words, children }: OfferProps) {
  return (
    <div className={styles.offer}>
      <p role={role}>{words}</p>
      <div className={styles.answers}>{children}</div>
    </div>
  );
}
