const { NODE_COMPILE_CACHE } = process.env;

/** For the environment of a process that inherits none: what Node has compiled once it need not compile at every start. */
export const compiled: Readonly<Record<string, string>> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
