import type { Model } from 'mongoose';
import { duplicateKeyFields } from './duplicate-key.ts';

/** Inserts the first version of a document. False when another first save came first. */
export async function insertFirst<T>(model: Model<T>, document: NoInfer<T>): Promise<boolean> {
  try {
    await model.create(document);
    return true;
  } catch (error) {
    if (duplicateKeyFields(error) === null) throw error;
    return false;
  }
}
