import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { ProfileFields } from '../../../components/profile-fields.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { fieldErrors } from '../../../lib/api-error.ts';
import { checkProfile, type ProfileTexts } from '../../../lib/profile-texts.ts';
import { texts } from '../texts.ts';
import { useProposal } from '../use-proposal.ts';
import styles from './first-run.module.css';
import { WebsiteField } from './website-field.tsx';

const maxDescription = 5000;

interface DescribeStepProps {
  readonly saved: { readonly description: string; readonly profile: ProfileTexts };
  readonly isSaving: boolean;
  /** Why the last save failed. */
  readonly failure: unknown;
  readonly onSave: (description: string, profile: ProfileTexts) => void;
}

/** The description, and the fields that are read from it. */
export function DescribeStep({ saved, isSaving, failure, onSave }: DescribeStepProps) {
  const [description, setDescription] = useState(saved.description);
  const [problem, setProblem] = useState<string>();
  const { profile, change, state } = useProposal(description, saved.profile);
  const { businessDescription, ...refused } = fieldErrors(failure);
  const wrong = problem ?? businessDescription;
  const describe = (text: string) => {
    setDescription(text);
    setProblem(undefined);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    if (description.trim() === '') return setProblem(texts.needsDescription);
    if (Object.keys(checkProfile(profile)).length === 0) onSave(description.trim(), profile);
  };
  return (
    <Card title={texts.steps[0]} help={texts.describeHelp}>
      <form className={styles.form} onSubmit={submit}>
        <WebsiteField description={description} onDescribe={describe} />
        <Field id="businessDescription" label={texts.description} error={wrong}>
          <TextArea
            id="businessDescription"
            aria-describedby={wrong === undefined ? undefined : noteId('businessDescription')}
            aria-invalid={wrong !== undefined}
            value={description}
            placeholder={texts.placeholder}
            maxLength={maxDescription}
            autoSize={{ minRows: 3, maxRows: 12 }}
            onChange={({ target }) => describe(target.value)}
          />
        </Field>
        <p className={styles.note} role="status">
          {texts.proposal[state]}
        </p>
        <ProfileFields values={profile} errors={refused} onChange={change} />
        <FormProblem error={failure} />
        <div className={styles.actions}>
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {texts.next}
          </Button>
        </div>
      </form>
    </Card>
  );
}
