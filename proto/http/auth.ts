import { z } from 'zod';
import { authProviders, maxLeadsPerDayChoices, messageModels, scoringModels } from '../values.ts';
import { choice, endpoint, numberChoice, timestamp } from './contract.ts';

/** An account as its owner sees it; names and picture are null until given. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  authProvider: z.enum(authProviders),
  isEmailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type User = z.infer<typeof user>;

const required = (message: string) => z.string({ error: message }).min(1, message);
const requiredEmail = (message: string) => z.string({ error: message }).trim().min(1, message);
const bothRequired = 'Email and password are required';
const allFields = 'Please fill in all fields';
const optionalName = z.string('Names must be text').trim().max(100, 'Names have at most 100 characters').optional();

/** The messages are those of the specification, section 5. */
export const registration = z.object({
  email: requiredEmail(bothRequired)
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
  password: required(bothRequired)
    .min(8, 'Password must be at least 8 characters long')
    .max(256, 'Password must be at most 256 characters long'),
  firstName: optionalName,
  lastName: optionalName,
});

/** Too long is answered as wrong is: nothing tells which accounts exist. */
export const credentials = z.object({
  email: requiredEmail(allFields).max(254, 'Invalid email or password'),
  password: required(allFields).max(256, 'Invalid email or password'),
});

/** Absent fields keep their value. */
export const preferencesForm = z.object({
  leadScoringModel: choice('leadScoringModel', scoringModels).optional(),
  messageGenerationModel: choice('messageGenerationModel', messageModels).optional(),
  maxLeadsPerDay: numberChoice('maxLeadsPerDay', maxLeadsPerDayChoices).optional(),
  emailNotifications: z.boolean('emailNotifications must be true or false').optional(),
});

/** A user's choices; `id` and times are null before the first save. */
export const preferences = z.object({
  id: z.string().nullable(),
  userId: z.string(),
  leadScoringModel: z.enum(scoringModels),
  messageGenerationModel: z.enum(messageModels),
  maxLeadsPerDay: z.number(),
  emailNotifications: z.boolean(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type Preferences = z.infer<typeof preferences>;

/** Accounts and preferences. Register and login answer the gateway, which alone owns sessions. */
export const authContract = {
  register: endpoint({
    service: 'auth',
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    statuses: [201],
    body: registration,
    response: user,
  }),
  login: endpoint({
    service: 'auth',
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    body: credentials,
    response: user,
  }),
  currentUser: endpoint({ service: 'auth', method: 'GET', path: '/api/auth/user', response: user }),
  getPreferences: endpoint({
    service: 'auth',
    method: 'GET',
    path: '/api/user-preferences',
    callers: ['gateway', 'scan', 'outreach'],
    response: preferences,
  }),
  savePreferences: endpoint({
    service: 'auth',
    method: 'POST',
    path: '/api/user-preferences',
    body: preferencesForm,
    response: preferences,
  }),
};
