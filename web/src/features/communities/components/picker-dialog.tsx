import type { SourceInUse } from '@earshot/proto/http/source';
import type { SourceId } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CommunityName } from '../../../components/community-name.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { SearchInput } from '../../../components/search-input.tsx';
import { SourceChoice } from '../../../components/source-choice.tsx';
import type { DescribedBusiness } from '../../../lib/ranked-communities.ts';
import { sourceId, useChosenSource, useCommunityNoun } from '../../../lib/sources.ts';
import { suggestionsQuery } from '../api/suggest-communities.ts';
import { debounceMs, initialQuery, presets } from '../presets.ts';
import { texts } from '../texts.ts';
import { AddButton } from './add-button.tsx';
import { AddByName } from './add-by-name.tsx';
import { AddedList } from './added-list.tsx';
import styles from './picker-dialog.module.css';
import { BusinessSuggestions } from './business-suggestions.tsx';
import { SuggestionList } from './suggestion-list.tsx';

interface PickerDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** With a described business, the communities that fit it are offered first. */
  readonly business?: DescribedBusiness | undefined;
}

/** Finds communities to monitor, and lists the monitored ones. */
export function PickerDialog({ open, onClose, business }: PickerDialogProps) {
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title={texts.dialogTitle}
      width={640}
      centered
      scrolls={{ height: 'min(680px, 76vh)' }}
    >
      <PickerBody business={business?.businessDescription.trim() ? business : undefined} />
    </Dialog>
  );
}

function useDebounced(value: string): [string, (now: string) => void] {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return [settled, setSettled];
}

function PickerBody({ business }: Pick<PickerDialogProps, 'business'>) {
  const { sources, source, choose } = useChosenSource();
  return (
    <div className={styles.body}>
      <AddedList />
      <SourceChoice sources={sources} value={source?.id ?? ''} onChange={choose} />
      {source?.searches === false ? (
        <Offered source={source} />
      ) : (
        // The key resets the search, so that results of one source are never shown as a placeholder for another.
        <Search
          key={source?.id}
          source={source === sources[0] ? undefined : sourceId(source?.id)}
          isSample={source?.sample === true}
          business={business}
        />
      )}
    </div>
  );
}

/** For a source without search: its suggestions, and a field for other communities. */
function Offered({ source }: { readonly source: SourceInUse }) {
  return (
    <>
      <AddByName source={source} label={texts.addByName('community')} />
      <ul className={styles.offered} aria-label={texts.results}>
        {source.suggestions.map((community) => (
          <li key={community.name} className={styles.offer}>
            <CommunityName name={community.name} communityLabel={community.communityLabel} />
            <AddButton community={community} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface SearchProps {
  readonly source: SourceId | undefined;
  readonly isSample: boolean;
  readonly business: DescribedBusiness | undefined;
}

/** Searches the communities of a source. */
function Search({ source, isSample, business }: SearchProps) {
  const [typed, setTyped] = useState('');
  const [preset, setPreset] = useState<string>(business ? texts.forBusiness : presets[0].label);
  const isForBusiness = typed.trim() === '' && preset === texts.forBusiness;
  const presetQuery = presets.find(({ label }) => label === preset)?.query ?? initialQuery;
  const [query, setQuery] = useDebounced(typed.trim() || presetQuery);
  const suggestions = useQuery({ ...suggestionsQuery(query, source), enabled: !isForBusiness && query !== '' });
  const noun = useCommunityNoun();
  return (
    <>
      <div className={styles.search}>
        <SearchInput
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-label={texts.search}
          placeholder={texts.search}
        />
        <div className={styles.presets} role="group" aria-label={texts.presets}>
          {[...(business ? [{ label: texts.forBusiness, query: initialQuery }] : []), ...presets].map((one) => (
            <button
              key={one.label}
              type="button"
              className={styles.preset}
              aria-pressed={typed.trim() === '' && one.label === preset}
              onClick={() => {
                setTyped('');
                setPreset(one.label);
                setQuery(one.query);
              }}
            >
              {one.label}
            </button>
          ))}
        </div>
      </div>
      {business && isForBusiness ? (
        <BusinessSuggestions business={business} />
      ) : (
        <SuggestionList result={suggestions} noun={noun(source)} isSample={isSample} />
      )}
    </>
  );
}
