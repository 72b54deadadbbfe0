import type { Lead } from '@earshot/proto/http/lead';
import { useId } from 'react';
import { Field } from '../../../components/field.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { changeDraft, withSubject } from '../drafts.ts';
import { texts } from '../texts.ts';

/** The longest subject of the community site. Characters. */
const longestSubject = 100;

interface SubjectFieldProps {
  readonly lead: Lead;
  /** Null: the default subject. */
  readonly subject: string | null;
}

/** The subject of a direct message; an empty one means the default, which the field shows. */
export function SubjectField({ lead, subject }: SubjectFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={texts.subjectLabel}>
      <TextInput
        id={id}
        maxLength={longestSubject}
        placeholder={texts.subject}
        value={subject ?? ''}
        onChange={({ target }) => changeDraft(lead, (old) => withSubject(old, target.value))}
      />
    </Field>
  );
}
