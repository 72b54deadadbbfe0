import type { Db, Document } from 'mongodb';

const copies = 300;

/**
 * Adds many copies of its documents to each collection, all of other users, so that a query that reads too much becomes
 * visible. Every copy also has each field with a sparse index, such as a waiting outbox entry.
 */
export async function crowd(db: Db): Promise<void> {
  for (const { name } of await db.listCollections().toArray()) {
    const collection = db.collection(name);
    const indexes = await collection.indexes();
    const models = await collection.find().limit(20).toArray();
    if (models.length === 0) continue;
    const own = ['userId', ...indexes.flatMap(({ unique, key }) => (unique ? Object.keys(key) : []))];
    const sparse = indexes.flatMap((index) => (index.sparse ? Object.keys(index.key) : []));
    const others = Array.from({ length: copies }, (_, n) => {
      const model = models[n % models.length] ?? {};
      const rare = Object.fromEntries(sparse.map((field) => [field, `rare ${n}`]));
      return { ...another(model, n, new Set(own)), ...rare };
    });
    await collection.insertMany(others);
  }
}

function another({ _id, ...model }: Document, n: number, fields: ReadonlySet<string>): Document {
  const changed = Object.fromEntries(
    Object.entries(model).flatMap(([field, value]) => {
      if (!fields.has(field)) return [[field, value]];
      return typeof value === 'string' ? [[field, `${value} ${n}`]] : [];
    }),
  );
  return { ...changed, ...(typeof _id === 'string' && { _id: `${_id} ${n}` }) };
}
