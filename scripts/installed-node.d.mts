/** Returns the first Node 24 on the path that has at least this minor version, or undefined. */
export function installedNode(path: string, minor: number): string | undefined;
/** Lets npm scripts use this Node: `node` in the folder `bin` becomes a link to it. */
export function linkNode(bin: string, file: string): void;
