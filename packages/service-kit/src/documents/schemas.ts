import { Schema } from 'mongoose';

type Fields<T> = ConstructorParameters<typeof Schema<T>>[0];

/** The schema of a collection's documents. They have neither mongoose's version nor its virtual id. */
export function documentSchema<T>(fields: Fields<T>): Schema<T> {
  return new Schema<T>(fields, { versionKey: false, id: false });
}

/** The schema of an object within a document, without an id. */
export function partSchema<T>(fields: Fields<T>): Schema<T> {
  return new Schema<T>(fields, { _id: false, id: false });
}
