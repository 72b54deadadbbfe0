import { maxLeadsPerScanChoices, messageLengths, notificationMethods, scanFrequencies } from '@earshot/proto/values';
import { Card } from '../../../components/card.tsx';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Field, noteId } from '../../../components/field.tsx';
import { texts } from '../texts.ts';
import type { ConfigurationPart } from './business-card.tsx';
import styles from './option-cards.module.css';

const lengthChoices = messageLengths.map((value) => ({ value, label: texts.lengths[value] }));

export function OptionCards({ values, errors, onChange }: ConfigurationPart) {
  return (
    <>
      <Card title={texts.criteria}>
        <div className={styles.pair}>
          <Field id="maxLeadsPerScan" label={texts.maxLeads} help={texts.maxLeadsHelp} error={errors.maxLeadsPerScan}>
            <ChoiceSelect
              id="maxLeadsPerScan"
              describedBy={noteId('maxLeadsPerScan')}
              value={values.maxLeadsPerScan}
              choices={maxLeadsPerScanChoices.map((value) => ({ value, label: texts.maxLeadsChoice(value) }))}
              onChange={(value) => onChange({ maxLeadsPerScan: value })}
            />
          </Field>
        </div>
      </Card>
      <Card title={texts.automation}>
        <div className={styles.pair}>
          <Field id="scanFrequency" label={texts.frequency} error={errors.scanFrequency}>
            <ChoiceSelect
              id="scanFrequency"
              value={values.scanFrequency}
              choices={scanFrequencies.map((value) => ({ value, label: texts.frequencies[value] }))}
              onChange={(value) => onChange({ scanFrequency: value })}
            />
          </Field>
          <Field id="notificationMethod" label={texts.notification} error={errors.notificationMethod}>
            <ChoiceSelect
              id="notificationMethod"
              value={values.notificationMethod}
              choices={notificationMethods.map((value) => ({ value, label: texts.notifications[value] }))}
              onChange={(value) => onChange({ notificationMethod: value })}
            />
          </Field>
        </div>
      </Card>
      <Card title={texts.messages}>
        <div className={styles.pair}>
          <Field id="defaultDmLength" label={texts.dmLength} error={errors.defaultDmLength}>
            <ChoiceSelect
              id="defaultDmLength"
              value={values.defaultDmLength}
              choices={lengthChoices}
              onChange={(value) => onChange({ defaultDmLength: value })}
            />
          </Field>
          <Field id="defaultReplyLength" label={texts.replyLength} error={errors.defaultReplyLength}>
            <ChoiceSelect
              id="defaultReplyLength"
              value={values.defaultReplyLength}
              choices={lengthChoices}
              onChange={(value) => onChange({ defaultReplyLength: value })}
            />
          </Field>
        </div>
      </Card>
    </>
  );
}
