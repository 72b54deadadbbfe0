const { NODE_COMPILE_CACHE } = process.env;

/** For the environment of a process that inherits no variables: lets Node reuse its compile cache at every start. */
export const compiled: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
