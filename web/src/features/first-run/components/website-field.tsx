import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { fieldErrors, messageOf } from '../../../lib/api-error.ts';
import { readWebsite } from '../api/read-website.ts';
import { texts } from '../texts.ts';
import styles from './first-run.module.css';

interface WebsiteFieldProps {
  readonly description: string;
  readonly onDescribe: (description: string) => void;
}

/** Fills in the description from the user's website. The user can restore the text before. */
export function WebsiteField({ description, onDescribe }: WebsiteFieldProps) {
  const [address, setAddress] = useState('');
  const [replaced, setReplaced] = useState<string>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: readWebsite,
    onSuccess: (read) => {
      setReplaced(description);
      onDescribe(read);
    },
  });
  const read = (event: React.SyntheticEvent) => {
    event.preventDefault();
    if (!isPending && address.trim() !== '') mutate(address.trim());
  };
  const restore = () => {
    onDescribe(replaced ?? '');
    setReplaced(undefined);
  };
  const problem = error ? (fieldErrors(error)['address'] ?? messageOf(error)) : undefined;
  return (
    <Field id="website" label={texts.website} help={texts.websiteHelp} error={problem}>
      <div className={styles.website}>
        <TextInput
          id="website"
          inputMode="url"
          autoComplete="url"
          value={address}
          placeholder={texts.websitePlaceholder}
          aria-describedby={noteId('website')}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setAddress(event.target.value);
            reset();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') read(event);
          }}
        />
        <Button loading={isPending} reason={address.trim() === '' ? texts.noWebsite : undefined} onClick={read}>
          {texts.readWebsite}
        </Button>
        {replaced && (
          <Button type="link" onClick={restore}>
            {texts.undoWebsite}
          </Button>
        )}
      </div>
    </Field>
  );
}
