import { appError } from '@earshot/core';
import type { ViewFilters } from '@earshot/proto/http/lead-views';
import { limits } from '@earshot/proto/limits';
import type { UserId } from '@earshot/proto/refs';

/** A saved view of the list of leads. */
export interface LeadView {
  readonly id: string;
  readonly name: string;
  readonly filters: ViewFilters;
  readonly createdAt: Date;
}

/** All views of a user, in the order in which they were saved. */
export interface SavedViews {
  readonly userId: UserId;
  /** Counts the changes; 0 before the first. */
  readonly revision: number;
  readonly views: readonly LeadView[];
}

/** Stores views: one document per user, so that the limit and unique names hold under concurrent calls. */
export interface LeadViewRepository {
  /** A user without a document has no view. */
  find(userId: UserId): Promise<SavedViews>;
  /** Returns false when the stored revision is not the one before it. */
  save(saved: SavedViews): Promise<boolean>;
}

export interface ViewDependencies {
  readonly views: LeadViewRepository;
  readonly newId: () => string;
  readonly now: () => Date;
}

type Form = Pick<LeadView, 'name' | 'filters'>;

/** Saves a new view. Throws view.limit or view.name-taken. */
export function addView(userId: UserId, form: Form, { views, newId, now }: ViewDependencies): Promise<LeadView> {
  const view = { id: newId(), ...form, createdAt: now() };
  return change(userId, views, (saved) => {
    if (saved.length >= limits.savedViews.most) throw appError('view.limit');
    refuseTaken(saved, view);
    return { next: [...saved, view], result: view };
  });
}

/** Changes the given fields of a view. Throws view.not-found or view.name-taken. */
export function changeView(
  { userId, id, form }: { readonly userId: UserId; readonly id: string; readonly form: ChangedFields },
  { views }: Pick<ViewDependencies, 'views'>,
): Promise<LeadView> {
  return change(userId, views, (saved) => {
    const before = viewOf(saved, id);
    const view = { ...before, name: form.name ?? before.name, filters: form.filters ?? before.filters };
    refuseTaken(saved, view);
    return { next: saved.map((one) => (one.id === id ? view : one)), result: view };
  });
}

type ChangedFields = { readonly [K in keyof Form]?: Form[K] | undefined };

/** Throws view.not-found. */
export async function deleteView(
  userId: UserId,
  id: string,
  { views }: Pick<ViewDependencies, 'views'>,
): Promise<void> {
  await change(userId, views, (saved) => {
    const gone = viewOf(saved, id);
    return { next: saved.filter((one) => one !== gone), result: gone };
  });
}

/** Applies a change to the stored views. If another call comes first, applies it to the new state. */
async function change<T>(
  userId: UserId,
  repository: LeadViewRepository,
  apply: (views: readonly LeadView[]) => { readonly next: readonly LeadView[]; readonly result: T },
): Promise<T> {
  for (;;) {
    const { revision, views } = await repository.find(userId);
    const { next, result } = apply(views);
    if (await repository.save({ userId, revision: revision + 1, views: next })) return result;
  }
}

function viewOf(views: readonly LeadView[], id: string): LeadView {
  const found = views.find((one) => one.id === id);
  if (found === undefined) throw appError('view.not-found');
  return found;
}

function refuseTaken(views: readonly LeadView[], { id, name }: LeadView): void {
  const lowerName = name.toLowerCase();
  if (!views.some((one) => one.id !== id && one.name.toLowerCase() === lowerName)) return;
  const message = `You already have a view named “${name}”`;
  throw appError('view.name-taken', { message, fields: { name: message } });
}
