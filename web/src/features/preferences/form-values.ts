import type { Preferences, preferencesForm } from '@earshot/proto/http/auth';
import { maxLeadsPerDayChoices } from '@earshot/proto/values';
import type { z } from 'zod';

type Form = z.infer<typeof preferencesForm>;
/** The saved form with every field set. */
export type PreferencesValues = { [K in keyof Form]-?: Exclude<Form[K], undefined> };

const defaultMaxLeads = 100;

/** The initial values of the form. */
export function valuesOf(saved: Preferences): PreferencesValues {
  return {
    leadScoringModel: saved.leadScoringModel,
    messageGenerationModel: saved.messageGenerationModel,
    maxLeadsPerDay: maxLeadsPerDayChoices.find((choice) => choice === saved.maxLeadsPerDay) ?? defaultMaxLeads,
    emailNotifications: saved.emailNotifications,
  };
}
