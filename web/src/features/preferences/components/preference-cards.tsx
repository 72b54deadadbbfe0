import { maxLeadsPerDayChoices, messageModels, scoringModels, unlimitedLeadsPerDay } from '@earshot/proto/values';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { SwitchField } from '../../../components/switch-field.tsx';
import { paths } from '../../../config/paths.ts';
import type { FieldErrors } from '../../../lib/use-saved-form.ts';
import type { PreferencesValues } from '../form-values.ts';
import { texts } from '../texts.ts';
import styles from './preferences-form.module.css';

interface PreferencesPart {
  readonly values: PreferencesValues;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<PreferencesValues>) => void;
}

const scoringChoices = scoringModels.map((value) => ({ value, label: value }));
const messageChoices = messageModels.map((value) => ({ value, label: value }));
const perDayChoices = maxLeadsPerDayChoices.map((value) => ({
  value,
  label: value === unlimitedLeadsPerDay ? texts.unlimited : texts.perDayChoice(value),
}));

interface ModelsProps extends PreferencesPart {
  /** Whether a model is connected; undefined until it is known. */
  readonly hasModel: boolean | undefined;
}

export function ModelsCard({ values, errors, onChange, hasModel }: ModelsProps) {
  return (
    <Card title={texts.models} help={hasModel === false ? texts.connectModel : texts.modelsHelp}>
      <div className={styles.pair}>
        <ChoiceField
          id="leadScoringModel"
          label={texts.scoring}
          help={texts.scoringHelp}
          error={errors.leadScoringModel}
          value={values.leadScoringModel}
          choices={scoringChoices}
          onChange={(leadScoringModel) => onChange({ leadScoringModel })}
        />
        <ChoiceField
          id="messageGenerationModel"
          label={texts.generation}
          help={texts.generationHelp}
          error={errors.messageGenerationModel}
          value={values.messageGenerationModel}
          choices={messageChoices}
          onChange={(messageGenerationModel) => onChange({ messageGenerationModel })}
        />
      </div>
    </Card>
  );
}

export function LimitsCard({ values, errors, onChange }: PreferencesPart) {
  return (
    <Card title={texts.limits}>
      <ChoiceField
        id="maxLeadsPerDay"
        label={texts.perDay}
        help={texts.perDayHelp}
        error={errors.maxLeadsPerDay}
        value={values.maxLeadsPerDay}
        choices={perDayChoices}
        onChange={(maxLeadsPerDay) => onChange({ maxLeadsPerDay })}
      />
      <Link to={paths.configuration} className={styles.link ?? ''}>
        {texts.toScanCap}
      </Link>
    </Card>
  );
}

interface NotificationsProps extends PreferencesPart {
  readonly verification: React.ReactNode;
}

export function NotificationsCard({ values, errors, onChange, verification }: NotificationsProps) {
  return (
    <Card title={texts.notifications}>
      <SwitchField
        id="emailNotifications"
        label={texts.email}
        help={texts.emailHelp}
        error={errors.emailNotifications}
        value={values.emailNotifications}
        onChange={(emailNotifications) => onChange({ emailNotifications })}
      />
      <Link to={paths.configuration} className={styles.link ?? ''}>
        {texts.toConfiguration}
      </Link>
      {verification}
    </Card>
  );
}
