/** One document of the user's data. */
export interface OwnDocument {
  /** The name of the export file. */
  readonly entity: string;
  readonly json: string;
}

/** A part of a file. Parts of one file are consecutive. */
export interface FilePiece {
  readonly name: string;
  readonly text: string;
}

/** Formats one JSON file per entity, each a list. Documents of one entity must be consecutive. */
export async function* ownFiles(found: AsyncIterable<OwnDocument>): AsyncGenerator<FilePiece> {
  let open: string | null = null;
  for await (const { entity, json } of found) {
    if (open !== null && open !== entity) yield { name: `${open}.json`, text: '\n]\n' };
    yield { name: `${entity}.json`, text: open === entity ? `,\n${json}` : `[\n${json}` };
    open = entity;
  }
  if (open !== null) yield { name: `${open}.json`, text: '\n]\n' };
}
