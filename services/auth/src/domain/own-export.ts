/** One document of the user's own data. */
export interface OwnDocument {
  /** Names the file that it goes into. */
  readonly entity: string;
  readonly json: string;
}

/** A piece of a file that is being written; pieces of one file follow each other. */
export interface FilePiece {
  readonly name: string;
  readonly text: string;
}

/** One JSON file an entity, each a list. Documents of one entity follow each other. */
export async function* ownFiles(found: AsyncIterable<OwnDocument>): AsyncGenerator<FilePiece> {
  let open: string | null = null;
  for await (const { entity, json } of found) {
    if (open !== null && open !== entity) yield { name: `${open}.json`, text: '\n]\n' };
    yield { name: `${entity}.json`, text: open === entity ? `,\n${json}` : `[\n${json}` };
    open = entity;
  }
  if (open !== null) yield { name: `${open}.json`, text: '\n]\n' };
}
