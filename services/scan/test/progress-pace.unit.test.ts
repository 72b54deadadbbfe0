import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type JobMessage, newJob } from '../src/domain/job-changes.ts';
import { progressPace } from '../src/store/progress-pace.ts';

const facts = { userId: 'user', businessDescription: '', profile: null, businessVersion: '1', threshold: 5 };
const limits = { maxLeadsPerScan: 10, maxLeadsPerDay: 10, model: 'keyless', learned: null };
const everyMs = 200;

/** A job whose changes go through a pace, with the messages that were written. */
function paced(failure?: Error) {
  const written: string[] = [];
  const warned: string[] = [];
  const write = (jobId: string, ...kinds: ('progressed' | 'ended')[]) => {
    const { job } = newJob({ id: jobId, ...facts, ...limits, communities: [], carriesOver: false }, new Date());
    const messages: JobMessage[] = [{ kind: 'task-requested', task: 0 }, ...kinds.map((kind) => ({ kind }))];
    const change = pace.paced({ job, messages });
    pace.written(change);
    written.push(`${jobId}: ${change.messages.map(({ kind }) => kind).join(' ')}`);
  };
  const publish = async (jobId: string) => {
    if (failure !== undefined) throw failure;
    write(jobId, 'progressed');
  };
  const log = { warn: (_: unknown, words?: string) => void warned.push(String(words)) };
  const pace = progressPace({ everyMs, publish, log });
  return { pace, write, written, warned };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the pace of progress', () => {
  it('publishes the first progress at once and later ones together', async () => {
    const { write, written } = paced();
    for (let n = 0; n < 4; n += 1) write('job', 'progressed');
    expect(written).toEqual(['job: task-requested progressed', ...Array<string>(3).fill('job: task-requested')]);
    await jest.advanceTimersByTimeAsync(everyMs - 1);
    expect(written).toHaveLength(4);
    await jest.advanceTimersByTimeAsync(1);
    expect(written.slice(4)).toEqual(['job: task-requested progressed']);
  });

  it('publishes nothing more when nothing was left out', async () => {
    const { write, written } = paced();
    write('job', 'progressed');
    await jest.advanceTimersByTimeAsync(10 * everyMs);
    write('job', 'progressed');
    expect(written).toEqual(Array<string>(2).fill('job: task-requested progressed'));
  });

  it('publishes an end at once and no progress after it', async () => {
    const { write, written } = paced();
    write('job', 'progressed');
    write('job', 'progressed');
    write('job', 'ended');
    await jest.advanceTimersByTimeAsync(10 * everyMs);
    expect(written.slice(1)).toEqual(['job: task-requested', 'job: task-requested ended']);
  });

  it('keeps jobs apart', () => {
    const { write, written } = paced();
    write('one', 'progressed');
    write('two', 'progressed');
    expect(written).toEqual(['one: task-requested progressed', 'two: task-requested progressed']);
  });

  it('logs progress that could not be published, and publishes the next', async () => {
    const { write, written, warned } = paced(new Error('away'));
    write('job', 'progressed');
    write('job', 'progressed');
    await jest.advanceTimersByTimeAsync(everyMs);
    expect(warned).toEqual(['the progress of a scan could not be published']);
    write('job', 'progressed');
    expect(written.at(-1)).toBe('job: task-requested progressed');
  });

  it('ends its timers when the service stops', async () => {
    const { pace, write, written } = paced();
    write('job', 'progressed');
    write('job', 'progressed');
    await pace.stop();
    write('job', 'progressed');
    expect(jest.getTimerCount()).toBe(0);
    expect(written).toHaveLength(3);
  });
});
