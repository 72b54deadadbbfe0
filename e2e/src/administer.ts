import { z } from 'zod';
import type { Visitor } from './visitor.ts';

/** Looks for model servers, and connects and disconnects one. */
export async function connectModel(admin: Visitor): Promise<void> {
  await admin.ask('/api/admin/find-model-servers', { method: 'POST' });
  const path = '/api/admin/model-server';
  await admin.ask(path, { method: 'PUT', body: { address: 'http://localhost:9/v1' } });
  await admin.ask(path);
  await admin.ask(path, { method: 'DELETE' });
}

/** What administrators do with the account of another user. */
export async function manageUsers(admin: Visitor, userId: string): Promise<void> {
  await admin.get(z.unknown(), '/api/admin/users?search=');
  await admin.ask(`/api/admin/users/${userId}/sessions`, { method: 'DELETE' });
  await admin.ask(`/api/admin/users/${userId}/disabled`, { method: 'PUT', body: { disabled: true } });
}
