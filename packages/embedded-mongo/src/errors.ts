/** Codes and names of MongoDB's error_codes.yml. Drivers and mongoose depend on the codes. */
const CODE_NAMES = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  15: 'Overflow',
  13: 'Unauthorized',
  16: 'InvalidLength',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  52: 'DollarPrefixedFieldName',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  53: 'InvalidIdField',
  72: 'InvalidOptions',
  79: 'UnknownReplWriteConcern',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  241: 'ConversionFailure',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
} as const;

/** An error that the client receives, worded like MongoDB's. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** Additional fields of the reply or write error, e.g. keyPattern and keyValue. */
  readonly extra: Record<string, unknown>;

  constructor(code: number, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.name = 'CommandError';
    this.code = code;
    this.codeName = codeName(code);
    this.extra = extra;
  }
}

export function badValue(message: string): CommandError {
  return new CommandError(2, message);
}

export function failedToParse(message: string): CommandError {
  return new CommandError(9, message);
}

export function typeMismatch(message: string): CommandError {
  return new CommandError(14, message);
}

/** The error for an unsupported feature. It names the feature, which is never ignored silently. */
export function notSupported(what: string): CommandError {
  return new CommandError(115, `${what} is not supported by the embedded documents server`);
}

function codeName(code: number): string {
  for (const [known, name] of Object.entries(CODE_NAMES)) {
    if (Number(known) === code) return name;
  }
  return `Location${code}`;
}

/**
 * The message of a thrown value. Errors of node:sqlite may come from another realm (in jest), where instanceof fails.
 */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
