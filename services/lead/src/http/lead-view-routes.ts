import { type Route, route } from '@earshot/service-kit';
import { viewContract } from '@earshot/proto/http';
import { addView, changeView, deleteView, type LeadView, type ViewDependencies } from '../domain/lead-view.ts';

const present = (view: LeadView) => ({ ...view, createdAt: view.createdAt.toISOString() });

/** The saved views of the list of leads: show, add, change, delete. */
export function leadViewRoutes(deps: ViewDependencies): Route[] {
  return [
    route(viewContract.listViews, async ({ userId }) => (await deps.views.find(userId)).views.map(present)),
    route(viewContract.addView, async ({ userId, body }) => present(await addView(userId, body, deps))),
    route(viewContract.changeView, async ({ userId, params, body }) =>
      present(await changeView({ userId, id: params.id, form: body }, deps)),
    ),
    route(viewContract.deleteView, async ({ userId, params }) => {
      await deleteView(userId, params.id, deps);
      return undefined;
    }),
  ];
}
