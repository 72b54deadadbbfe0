export const texts = {
  what: 'your preferences',
  models: 'AI Model Preferences',
  modelsHelp:
    'Used where a model is connected; without one, posts are scored and messages are drafted by built-in rules.',
  scoring: 'Lead scoring model',
  scoringHelp: 'Judges every post that a scan reads.',
  generation: 'Message generation model',
  generationHelp: 'Writes the drafts of your messages.',
  limits: 'Daily Limits',
  perDay: 'Max leads per day',
  perDayHelp: 'A scan that reaches the limit ends; what it could not add waits for the next day.',
  perDayChoice: (count: number) => `${count} leads`,
  unlimited: 'Unlimited',
  notifications: 'Notifications',
  email: 'Email notifications',
  emailHelp:
    'One mail after a scan that found leads, if the notification method of your configuration is Email + In-App.',
  toConfiguration: 'Change the notification method',
  save: 'Save Settings',
  lastUpdated: 'Last updated',
  never: 'Never',
  saved: { title: 'Settings Saved', description: 'Your preferences have been updated successfully.' },
} as const;
