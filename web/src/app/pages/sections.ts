/** A section of a page. Its element has the id, which is also the fragment of its address. */
export interface Section {
  readonly id: string;
  readonly label: string;
}

export const configurationSections: readonly Section[] = [
  { id: 'business', label: 'Business' },
  { id: 'communities', label: 'Communities' },
  { id: 'criteria', label: 'Lead criteria' },
  { id: 'scanning', label: 'Scans and notifications' },
  { id: 'lengths', label: 'Message lengths' },
];

export const settingsSections: readonly Section[] = [
  { id: 'preferences', label: 'Preferences' },
  { id: 'sources', label: 'Sources' },
  { id: 'model', label: 'Model' },
  { id: 'linked-accounts', label: 'Linked accounts' },
  { id: 'learning', label: 'What Earshot learned' },
  { id: 'account', label: 'Account' },
  { id: 'two-step', label: 'Two-step sign-in and passkeys' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'security-activity', label: 'Security activity' },
  { id: 'data', label: 'Your data' },
  { id: 'delete-account', label: 'Delete account' },
];
