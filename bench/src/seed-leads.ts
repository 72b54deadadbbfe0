import type { leadStore } from '../../services/lead/src/store/lead-store.ts';
import type { LeadDocument } from '../../services/lead/src/store/lead-schema.ts';

/** Inserts leads in batches, as they are made. */
export async function seedLeads(model: Parameters<typeof leadStore>[0], leads: Iterable<LeadDocument>): Promise<void> {
  let batch: LeadDocument[] = [];
  for (const lead of leads) {
    if (batch.push(lead) < 1_000) continue;
    await model.insertMany(batch, { lean: true });
    batch = [];
  }
  if (batch.length > 0) await model.insertMany(batch, { lean: true });
}
