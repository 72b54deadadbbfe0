/** An example of one call. Parts that the call does not have are absent. Checked against the contract's schemas. */
export interface CallExamples {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

/** Examples by the names of the calls in the contracts. */
export type Examples = Readonly<Record<string, CallExamples>>;

export const userId = '019ad6f2-7c1e-7000-8a51-3f0a5d7c9b42';
export const leadId = '019ad702-11aa-7000-b3c4-0d9e8f7a6b5c';
export const earlier = '2026-11-20T09:30:00.000Z';
export const later = '2026-11-21T12:00:00.000Z';
