import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { leadPath, paths } from '../../config/paths.ts';
import { allStatuses } from '../../features/leads/filters.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { commandsFor, inGroups } from './commands.ts';
import { isSearch, leadMatchesQuery } from './lead-matches.ts';
import { optionAfter, type PaletteGroup } from './options.ts';
import { PaletteList } from './palette-list.tsx';
import styles from './palette.module.css';
import { texts } from './texts.ts';
import { type ShellActions, useCommands } from './use-commands.ts';

/** Time in ms after the last key until leads are searched. */
const pauseMs = 250;

interface PaletteBodyProps {
  readonly shell: ShellActions;
  readonly onChoose: (run: () => void) => void;
}

/** A combobox: the focus stays in the field, and arrow keys choose among the options below it. */
export function PaletteBody({ shell, onChoose }: PaletteBodyProps) {
  const id = useId();
  const [{ typed, active }, setState] = useState({ typed: '', active: '' });
  const { groups, note } = useResults(typed.trim(), shell);
  const options = groups.flatMap((group) => group.options);
  const current = options.find((option) => option.id === active) ?? options[0];
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (current) onChoose(current.run);
      return;
    }
    const next = optionAfter(event.key, current, options);
    if (!next) return;
    event.preventDefault();
    setState({ typed, active: next.id });
  };
  return (
    <>
      <div className={styles.field}>
        <TextInput
          role="combobox"
          aria-label={texts.placeholder}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.placeholder}
          value={typed}
          onChange={({ target }) => setState({ typed: target.value, active: '' })}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList id={id} groups={groups} current={current?.id} note={note} onChoose={onChoose} />
      <p role="status" className="unseen">
        {typed.trim() !== '' && texts.count(options.length)}
      </p>
      <Hints />
    </>
  );
}

function Hints() {
  return (
    <p className={`${styles.hints} key-hint`} aria-hidden="true">
      {texts.keys.map(({ keys, what }) => (
        <span key={what}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {what}
        </span>
      ))}
    </p>
  );
}

/** Commands at once, and leads a moment later below them, so that nothing moves under the user's choice. */
function useResults(typed: string, shell: ShellActions): { groups: readonly PaletteGroup[]; note: string | null } {
  const navigate = useNavigate();
  const commands = commandsFor(typed, useCommands(shell));
  const words = useSettled(typed, pauseMs);
  const { data, error, isFetching } = useQuery(leadMatchesQuery(words));
  const searches = isSearch(typed);
  const matches = searches && isSearch(words) ? (data?.leads ?? []) : [];
  const search = {
    id: 'search',
    icon: <Icon name="search" />,
    label: texts.searchLeads(typed),
    run: () => void navigate(`${paths.leads}?${new URLSearchParams({ q: typed, status: allStatuses }).toString()}`),
  };
  const leads = matches.map((lead) => ({
    id: lead.id,
    label: lead.title,
    lead,
    run: () => void navigate(leadPath(lead.id)),
  }));
  const groups = [
    ...inGroups(commands).map(({ name, commands: found }) => ({
      name,
      options: found.map(({ id, icon, label, run }) => ({ id, icon: <Icon name={icon} />, label, run })),
    })),
    { name: 'leads' as const, options: searches ? [search, ...leads] : [] },
  ].filter(({ options }) => options.length > 0);
  const isWaiting = isFetching || words !== typed;
  const ofSearch = isWaiting ? texts.searching : error ? texts.searchFailed : leads.length === 0 ? texts.noLeads : null;
  return { groups, note: searches ? ofSearch : groups.length === 0 ? texts.nothing(typed) : null };
}
