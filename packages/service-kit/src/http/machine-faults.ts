import { z } from 'zod';

/** What a machine can lack, each with the words for the administrator. */
const faults = {
  disk: 'The disk is full: make space. Nothing that was saved is lost, and Earshot continues without a restart',
  files:
    'The process has no file descriptors left (EMFILE): raise its limit (ulimit -n, LimitNOFILE, or the limits of the container), or close connections',
} as const;
export type MachineFault = keyof typeof faults;

const raised = z.object({
  code: z.unknown().optional(),
  message: z.string().optional(),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional(),
});

/** Errors of SQLite, of the embedded documents server, and of MongoDB (OutOfDiskSpace). */
const fullWords = /database or disk is full|no space left on device/i;
const outOfDiskSpace = 14_031;

/** What the machine lacks, if that caused the error. */
export function machineFault(error: unknown, depth = 5): MachineFault | null {
  const parsed = raised.safeParse(error);
  if (!parsed.success || depth === 0) return null;
  const { code, message = '', cause, errors = [] } = parsed.data;
  if (code === 'ENOSPC' || code === outOfDiskSpace || fullWords.test(message)) return 'disk';
  if (code === 'EMFILE' || code === 'ENFILE') return 'files';
  for (const inner of [cause, ...errors]) {
    const fault = machineFault(inner, depth - 1);
    if (fault !== null) return fault;
  }
  return null;
}

const sayEveryMs = 60_000;

/** Returns a function that reports a fault to the administrator, at most once a minute. */
export function faultReporter(say: (line: string) => void): (fault: MachineFault) => void {
  const saidMs = new Map<MachineFault, number>();
  return (fault) => {
    const nowMs = performance.now();
    if (nowMs - (saidMs.get(fault) ?? -Infinity) < sayEveryMs) return;
    saidMs.set(fault, nowMs);
    say(faults[fault]);
  };
}
