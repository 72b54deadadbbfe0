import { describe, expect, it } from '@jest/globals';
import { funnelOf, noCounts, type Outcomes, type ScanJob, type TaskCounts, viewOf } from '../src/domain/job.ts';
import {
  applyOutcomes,
  beginTask,
  cancelJob,
  endTask,
  type JobChange,
  type JobFacts,
  newJob,
  noteSilence,
  noteWait,
  reportTask,
  requestAgain,
} from '../src/domain/job-changes.ts';

const community = (name: string) => ({ source: 'sample', name, problem: null });
const facts: JobFacts = {
  id: 'job-1',
  userId: 'user-1',
  businessDescription: 'Invoicing for freelancers',
  profile: null,
  businessVersion: 'v1',
  threshold: 6,
  maxLeadsPerScan: 25,
  maxLeadsPerDay: 100,
  model: 'gpt-5-mini',
  learned: null,
  communities: [community('freelance'), community('smallbusiness')],
  carriesOver: false,
};
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const counts = (given: Partial<TaskCounts>): TaskCounts => ({ ...noCounts, ...given });
const outcomes = (given: Partial<Outcomes>): Outcomes => ({ created: 0, capped: 0, duplicate: 0, ...given });

/** The job after a change. Throws if there was no change. */
function done(change: JobChange | null): ScanJob {
  if (change === null) throw new Error('nothing changed');
  return change.job;
}

function began(job: ScanJob): ScanJob {
  return job.tasks.reduce((begun, _, index) => done(beginTask(begun, index, at(1))), job);
}

const running = () => began(newJob(facts, at(0)).job);

describe('a scan job', () => {
  it('asks for every community at once', () => {
    const { job, messages } = newJob(facts, at(0));
    expect(job.status).toBe('pending');
    expect(messages).toEqual([
      { kind: 'task-requested', task: 0 },
      { kind: 'task-requested', task: 1 },
    ]);
    expect(viewOf(job)).toMatchObject({ currentStep: 'Waiting to start', progress: 0, totalSubreddits: 2 });
  });

  it('asks for the carry-over first, and for the communities when that is done', () => {
    const { job, messages } = newJob({ ...facts, carriesOver: true }, at(0));
    expect(messages).toEqual([{ kind: 'task-requested', task: 0 }]);
    const begun = done(beginTask(job, 0, at(1)));
    expect(viewOf(begun)).toMatchObject({
      currentStep: 'Adding leads left over from earlier scans',
      totalSubreddits: 2,
    });
    const change = endTask(begun, 0, { counts: counts({ found: 3 }), error: null }, at(2));
    expect(change?.messages).toEqual([
      { kind: 'task-requested', task: 1 },
      { kind: 'task-requested', task: 2 },
      { kind: 'progressed' },
    ]);
  });

  it('lets the communities begin even if the carry-over fails', () => {
    const job = done(beginTask(newJob({ ...facts, carriesOver: true }, at(0)).job, 0, at(1)));
    const change = endTask(job, 0, { counts: noCounts, error: 'broken' }, at(2));
    expect(change?.messages.filter(({ kind }) => kind === 'task-requested')).toHaveLength(2);
  });

  it('has twelve tasks in work at once, of a slow source two, and requests the next when one ends', () => {
    const many = Array.from({ length: 20 }, (_, n) => community(`c${n}`));
    const searches = many.map(({ name }) => ({ ...community(`search:${name}`), source: 'hacker-news' }));
    const requestsOf = (change: JobChange | null) =>
      (change?.messages ?? []).flatMap((message) => (message.kind === 'task-requested' ? [message.task] : []));
    const first = newJob({ ...facts, communities: [...searches, ...many] }, at(0));
    expect(requestsOf(first)).toEqual([0, 1, ...Array.from({ length: 10 }, (_, n) => 20 + n)]);
    const oneDone = endTask(first.job, 20, { counts: noCounts, error: null }, at(1));
    expect(requestsOf(oneDone)).toEqual([30]);
    const searchFailed = endTask(done(oneDone), 1, { counts: noCounts, error: 'no answer' }, at(2));
    expect(requestsOf(searchFailed)).toEqual([2]);
    // A task that was not requested is not lost.
    expect(requestsOf(requestAgain(done(searchFailed), at(400), at(1_000)))).toHaveLength(12);
    const ends = done(searchFailed).tasks.map((_, index) => index);
    const ended = ends.reduce(
      (job, index) => endTask(job, index, { counts: noCounts, error: null }, at(3))?.job ?? job,
      done(searchFailed),
    );
    expect(ended).toMatchObject({ status: 'completed' });
  });

  it('starts when its first task does, once', () => {
    const job = running();
    expect(job).toMatchObject({ status: 'processing', startedAt: at(1) });
    expect(viewOf(job).currentStep).toBe('Reading r/freelance');
    const waiting = done(noteWait(job, 0, at(600)));
    expect(viewOf(waiting).currentStep).toBe('Reading r/smallbusiness');
    const both = done(noteWait(waiting, 1, at(600)));
    expect(viewOf(both).currentStep).toBe('Waiting until Sandbox allows more requests');
  });

  it('completes only when every task has ended and every found post has its outcome', () => {
    const first = done(endTask(running(), 0, { counts: counts({ found: 2, below: 1 }), error: null }, at(2)));
    const second = done(endTask(first, 1, { counts: counts({ known: 4 }), error: null }, at(3)));
    expect(second.status).toBe('processing');
    expect(viewOf(second)).toMatchObject({ currentStep: 'Finishing', progress: 99 });
    const partly = applyOutcomes(second, outcomes({ created: 1 }), at(4));
    expect(partly?.job.status).toBe('processing');
    const ended = applyOutcomes(second, outcomes({ created: 1, capped: 1 }), at(5));
    expect(ended?.messages).toEqual([{ kind: 'ended' }]);
    expect(viewOf(done(ended))).toMatchObject({
      status: 'completed',
      progress: 100,
      newLeadsFound: 1,
      processedThreads: 7,
      totalThreads: 7,
      subredditsScanned: 2,
    });
  });

  it('completes with the last task when all outcomes came before', () => {
    const first = done(endTask(running(), 0, { counts: counts({ found: 1 }), error: null }, at(2)));
    const counted = done(applyOutcomes(first, outcomes({ created: 1 }), at(3)));
    const change = endTask(counted, 1, { counts: noCounts, error: null }, at(4));
    expect(change).toMatchObject({ job: { status: 'completed' }, messages: [{ kind: 'ended' }] });
  });

  it('names a community that failed and continues with the others', () => {
    const first = done(endTask(running(), 0, { counts: noCounts, error: 'This community is private' }, at(2)));
    const second = done(endTask(first, 1, { counts: counts({ filtered: 5 }), error: null }, at(3)));
    expect(viewOf(second)).toMatchObject({
      status: 'completed',
      errorMessage: 'r/freelance: This community is private',
      subredditsScanned: 1,
    });
  });

  it('fails when every community failed', () => {
    const first = done(endTask(running(), 0, { counts: noCounts, error: 'This community is private' }, at(2)));
    const second = endTask(first, 1, { counts: noCounts, error: 'This community does not exist' }, at(3));
    expect(second?.messages).toEqual([{ kind: 'ended' }]);
    expect(viewOf(done(second))).toMatchObject({
      status: 'failed',
      errorMessage: 'r/freelance: This community is private; r/smallbusiness: This community does not exist',
    });
  });

  it('cancels once, and takes no more work after that', () => {
    const cancelled = cancelJob(running(), at(2));
    expect(cancelled).toMatchObject({
      job: { status: 'cancelled', completedAt: at(2) },
      messages: [{ kind: 'ended' }],
    });
    expect(() => cancelJob(cancelled.job, at(3))).toThrow('This scan has already ended');
    expect(beginTask(cancelled.job, 0, at(3))).toBeNull();
    expect(endTask(cancelled.job, 0, { counts: counts({ found: 1 }), error: null }, at(3))).toBeNull();
    expect(requestAgain(cancelled.job, at(60), at(60))).toBeNull();
  });

  it('still counts the leads that a cancelled job had found, without telling of it', () => {
    const { job } = cancelJob(running(), at(2));
    expect(applyOutcomes(job, outcomes({ created: 2 }), at(3))).toMatchObject({
      job: { status: 'cancelled', outcomes: { created: 2 } },
      messages: [],
    });
  });

  it('never counts backwards, in any order of readings', () => {
    const first = done(endTask(running(), 0, { counts: counts({ found: 9 }), error: null }, at(2)));
    const late = done(applyOutcomes(first, outcomes({ created: 5, capped: 1 }), at(3)));
    expect(applyOutcomes(late, outcomes({ created: 3 }), at(4))).toBeNull();
    const report = reportTask(late, 1, { state: 'scoring', total: 50, counts: counts({ filtered: 40 }) }, at(5));
    const repeated = reportTask(
      done(report),
      1,
      { state: 'reading', total: 10, counts: counts({ filtered: 10 }) },
      at(9),
    );
    expect(repeated).toMatchObject({ messages: [] });
    expect(done(repeated).tasks[1]).toMatchObject({ state: 'scoring', total: 50, touchedAt: at(9) });
    expect(done(repeated).progress).toBeGreaterThanOrEqual(done(report).progress);
  });

  it('keeps its funnel free of residue at every moment, also when an outcome comes before its report', () => {
    const early = done(applyOutcomes(running(), outcomes({ created: 2 }), at(2)));
    const report = {
      state: 'scoring' as const,
      total: 9,
      counts: counts({ found: 1, below: 3, known: 2, unscored: 1 }),
    };
    for (const job of [early, done(reportTask(early, 0, report, at(3)))]) {
      const { fetched, known, filtered, scored, unscored, ...of } = funnelOf(job);
      expect(fetched).toBe(known + filtered + scored + unscored);
      expect(scored).toBe(of.belowThreshold + of.capped + of.created + of.duplicate + of.pending);
      expect(viewOf(job).totalThreads).toBeGreaterThanOrEqual(viewOf(job).processedThreads);
    }
  });

  it('asks again for tasks that have been silent, and for no others', () => {
    const job = done(reportTask(running(), 1, { state: 'scoring', total: 1, counts: noCounts }, at(50)));
    const change = requestAgain(job, at(10), at(60));
    expect(change?.messages).toEqual([{ kind: 'task-requested', task: 0 }]);
    expect(requestAgain(done(change), at(10), at(61))).toBeNull();
  });

  it('asks again after twice as long each time for a task that may wait its turn, and as soon as ever for one begun', () => {
    const { job } = newJob({ ...facts, communities: [community('freelance')] }, at(0));
    const asked = (stored: ScanJob) => {
      const seconds: number[] = [];
      let last = stored;
      for (let second = 0; second <= 100; second += 1) {
        const change = requestAgain(last, at(second - 5), at(second));
        if (change === null) continue;
        seconds.push(second);
        last = change.job;
      }
      return seconds;
    };
    expect(asked(job)).toEqual([5, 10, 20, 40, 80]);
    expect(asked(done(beginTask(job, 0, at(0)))).slice(0, 4)).toEqual([5, 10, 15, 20]);
  });

  it('asks again for the carry-over alone as long as that has not ended', () => {
    const { job } = newJob({ ...facts, carriesOver: true }, at(0));
    expect(requestAgain(job, at(10), at(20))?.messages).toEqual([{ kind: 'task-requested', task: 0 }]);
  });

  it('notices once that outcomes are missing', () => {
    const first = done(endTask(running(), 0, { counts: counts({ found: 1 }), error: null }, at(2)));
    const second = done(endTask(first, 1, { counts: noCounts, error: null }, at(3)));
    expect(noteSilence(second, at(2), at(60))).toBeNull();
    const noted = noteSilence(second, at(3), at(60));
    expect(done(noted).status).toBe('processing');
    expect(noteSilence(done(noted), at(59), at(61))).toBeNull();
  });
});
