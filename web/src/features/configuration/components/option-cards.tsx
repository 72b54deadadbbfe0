import { maxLeadsPerScanChoices, messageLengths, notificationMethods, scanFrequencies } from '@earshot/proto/values';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import type { ConfigurationPart } from './business-card.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { SwitchField } from '../../../components/switch-field.tsx';
import styles from './option-cards.module.css';

const maxLeadsChoices = maxLeadsPerScanChoices.map((value) => ({ value, label: texts.maxLeadsChoice(value) }));
const frequencyChoices = scanFrequencies.map((value) => ({ value, label: texts.frequencies[value] }));
const notificationChoices = notificationMethods.map((value) => ({ value, label: texts.notifications[value] }));
const lengthChoices = messageLengths.map((value) => ({ value, label: texts.lengths[value] }));

export function CriteriaCard({ values, errors, onChange }: ConfigurationPart) {
  return (
    <Card id="criteria" title={texts.criteria}>
      <ChoiceField
        id="maxLeadsPerScan"
        label={texts.maxLeads}
        help={texts.maxLeadsHelp}
        error={errors.maxLeadsPerScan}
        value={values.maxLeadsPerScan}
        choices={maxLeadsChoices}
        onChange={(value) => onChange({ maxLeadsPerScan: value })}
      />
      <Link to={{ pathname: paths.settings, hash: 'preferences' }} className={styles.link ?? ''}>
        {texts.toDayCap}
      </Link>
    </Card>
  );
}

interface ScanningProps extends ConfigurationPart {
  /** Whether mails can arrive. */
  readonly mailState: React.ReactNode;
}

export function ScanningCard({ values, errors, onChange, mailState }: ScanningProps) {
  return (
    <Card id="scanning" title={texts.automation}>
      <div className={styles.pair}>
        <ChoiceField
          id="scanFrequency"
          label={texts.frequency}
          error={errors.scanFrequency}
          value={values.scanFrequency}
          choices={frequencyChoices}
          onChange={(value) => onChange({ scanFrequency: value })}
        />
        <ChoiceField
          id="notificationMethod"
          label={texts.notification}
          error={errors.notificationMethod}
          value={values.notificationMethod}
          choices={notificationChoices}
          onChange={(value) => onChange({ notificationMethod: value })}
        />
      </div>
      <SwitchField
        id="listen"
        label={texts.listen}
        help={texts.listenHelp}
        error={errors.listen}
        value={values.listen}
        onChange={(listen) => onChange({ listen })}
      />
      {mailState}
    </Card>
  );
}

export function LengthsCard({ values, errors, onChange }: ConfigurationPart) {
  return (
    <Card id="lengths" title={texts.messages}>
      <div className={styles.pair}>
        <ChoiceField
          id="defaultDmLength"
          label={texts.dmLength}
          error={errors.defaultDmLength}
          value={values.defaultDmLength}
          choices={lengthChoices}
          onChange={(value) => onChange({ defaultDmLength: value })}
        />
        <ChoiceField
          id="defaultReplyLength"
          label={texts.replyLength}
          error={errors.defaultReplyLength}
          value={values.defaultReplyLength}
          choices={lengthChoices}
          onChange={(value) => onChange({ defaultReplyLength: value })}
        />
      </div>
    </Card>
  );
}
