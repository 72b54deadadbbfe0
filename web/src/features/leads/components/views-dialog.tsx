import type { LeadView } from '@earshot/proto/http/lead-views';
import { longest } from '@earshot/proto/limits';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { useViews, viewsQuery } from '../api/lead-views.ts';
import type { LeadFilters } from '../filters.ts';
import { fromView, isShown, toView } from '../view-filters.ts';
import { viewTexts as texts } from '../view-texts.ts';
import styles from './views-dialog.module.css';

interface ViewsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly filters: LeadFilters;
  /** Shows the list that a view describes. */
  readonly onOpen: (filters: LeadFilters) => void;
}

/** Lists the saved views of the account: open, update, rename, delete, and save what the list shows now. */
export function ViewsDialog({ open, onClose, filters, onOpen }: ViewsDialogProps) {
  return (
    <Dialog open={open} onCancel={onClose} title={texts.title} width={480} centered>
      <Views
        filters={filters}
        onOpen={(view) => {
          onOpen(fromView(view));
          onClose();
        }}
      />
    </Dialog>
  );
}

interface ViewsProps {
  readonly filters: LeadFilters;
  readonly onOpen: (view: LeadView) => void;
}

function Views({ filters, onOpen }: ViewsProps) {
  const { data, error, refetch } = useQuery(viewsQuery);
  const { save, update, rename, remove } = useViews();
  const list = useRef<HTMLDivElement>(null);
  if (error && !data) return <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />;
  // The row disappears with its button, so the focus moves to the field below the list.
  const removeOne = (view: LeadView) => {
    list.current?.querySelector<HTMLInputElement>('[data-new-view]')?.focus();
    remove.mutate(view);
  };
  return (
    <div ref={list} className={styles.views}>
      {data?.length === 0 && <p className={styles.none}>{texts.none}</p>}
      <ul className={styles.list} aria-label={texts.title}>
        {data?.map((view) => (
          <li key={view.id} className={styles.row}>
            <Row
              view={view}
              isCurrent={isShown(view, filters)}
              onOpen={() => onOpen(view)}
              onUpdate={() => update.mutate({ view, filters: toView(filters) })}
              onRename={(name, onSuccess) => rename.mutate({ id: view.id, name }, { onSuccess })}
              problem={rename.variables?.id === view.id ? rename.error : null}
              onType={rename.reset}
              onDelete={() => removeOne(view)}
            />
          </li>
        ))}
      </ul>
      <NewView
        isSaving={save.isPending}
        problem={save.error}
        onType={save.reset}
        onSave={(name, refused) => save.mutate({ name, filters: toView(filters) }, { onError: refused })}
      />
    </div>
  );
}

interface RowProps {
  readonly view: LeadView;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  /** Replaces the filters of the view with those of the list. */
  readonly onUpdate: () => void;
  readonly onRename: (name: string, onSuccess: () => void) => void;
  /** Why the last new name was refused. */
  readonly problem: unknown;
  readonly onType: () => void;
  readonly onDelete: () => void;
}

function Row(props: RowProps) {
  const { view, isCurrent, problem, onOpen, onUpdate, onRename, onType, onDelete } = props;
  const { name } = view;
  const opener = useRef<HTMLButtonElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    const close = () => {
      onType();
      setRenaming(false);
    };
    const done = (wanted: string) => (wanted === '' || wanted === name ? close() : onRename(wanted, close));
    return <Renaming name={name} problem={problem} onType={onType} onDone={done} />;
  }
  return (
    <>
      <button ref={opener} type="button" className={styles.open} aria-current={isCurrent} onClick={onOpen}>
        <span className={styles.name}>{name}</span>
        {isCurrent && <span className={styles.current}>{texts.current}</span>}
      </button>
      {!isCurrent && (
        <Button
          size="small"
          type="text"
          aria-label={texts.updateNamed(name)}
          onClick={() => {
            // The view is shown after the update, so the button disappears.
            opener.current?.focus();
            onUpdate();
          }}
        >
          {texts.update}
        </Button>
      )}
      <Button
        size="small"
        type="text"
        aria-label={texts.rename(name)}
        icon={<Icon name="pen" size={14} />}
        onClick={() => setRenaming(true)}
      />
      <Button
        size="small"
        type="text"
        aria-label={texts.delete(name)}
        icon={<Icon name="trash" size={14} />}
        onClick={onDelete}
      />
    </>
  );
}

interface RenamingProps {
  readonly name: string;
  readonly problem: unknown;
  readonly onType: () => void;
  readonly onDone: (name: string) => void;
}

function Renaming({ name, problem, onType, onDone }: RenamingProps) {
  const id = useId();
  const [typed, setTyped] = useState(name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDone(typed.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        autoFocus
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby={id}
        aria-label={texts.newName(name)}
        maxLength={longest.viewName}
        onChange={({ target }) => {
          setTyped(target.value);
          onType();
        }}
      />
      <Button htmlType="submit" type="primary">
        {texts.renameDone}
      </Button>
      <Button onClick={() => onDone(name)}>{texts.cancel}</Button>
      <Problem id={id} error={problem} />
    </form>
  );
}

interface NewViewProps {
  readonly isSaving: boolean;
  /** Why the last name was refused. */
  readonly problem: unknown;
  readonly onType: () => void;
  /** Calls `refused` if the name cannot be saved. */
  readonly onSave: (name: string, refused: () => void) => void;
}

function NewView({ isSaving, problem, onType, onSave }: NewViewProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = typed.trim();
    if (name === '') return;
    setTyped('');
    // A refused name returns to be corrected, unless the user has typed another.
    onSave(name, () => setTyped((typedSince) => typedSince || name));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby={id}
        aria-label={texts.name}
        placeholder={texts.nameHint}
        maxLength={longest.viewName}
        data-new-view
        onChange={({ target }) => {
          setTyped(target.value);
          onType();
        }}
      />
      <Button htmlType="submit" type="primary" loading={isSaving}>
        {texts.save}
      </Button>
      <Problem id={id} error={problem} />
    </form>
  );
}

/** Why a name was refused, at its field. */
function Problem({ id, error }: { readonly id: string; readonly error: unknown }) {
  if (error === null) return null;
  return (
    <p id={id} className={styles.problem} role="alert">
      {sentence(messageOf(error))}
    </p>
  );
}
