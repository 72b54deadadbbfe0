import { type DataNotes, noPostText, type PostNotes } from '@earshot/service-kit';
import type { Connection } from 'mongoose';
import { answerModel } from './answer-store.ts';
import { jobModel } from './job-schema.ts';
import { labelModel, learningModel } from './label-store.ts';
import { postModel } from '../ingest/post-schema.ts';
import { cursorModel } from '../ingest/streams.ts';
import { feedModel } from './feed-store.ts';
import { listenerModel } from './listener-store.ts';
import { rejudgementModel } from './rejudge-store.ts';
import { sourceHourModel } from './source-hours.ts';
import { sourceStateModel } from './source-state-store.ts';
import { scheduleModel } from './schedule-store.ts';
import { vectorModel } from './vector-store.ts';
import { forgetInVerdicts, verdictModel } from './verdict-schema.ts';

const everybodys = 'what the site shows to everybody, kept for the scans of all users';

const dataNotes: DataNotes = {
  reddit_post_cache: { personal: false, because: everybodys },
  community_feeds: {
    personal: false,
    because: `${everybodys}; ids of listeners are in its outbox until they are published`,
  },
  source_hours: { personal: false, because: 'numbers of posts by source and hour' },
  source_states: {
    personal: false,
    because: 'the state of each source; ids of its users are in its outbox until they are published',
  },
  stream_cursors: {
    personal: false,
    because: 'positions in the streams of sources; its outbox as that of community_feeds',
  },
  post_vectors: {
    personal: false,
    because:
      'numbers made of posts that the site shows to everybody, by digests, without their words; kept for two days',
  },
  model_answers: {
    personal: false,
    because:
      'categories of posts by digests, without words of anybody and without a way back to a user; kept for 30 days',
  },
};

const postNotes: PostNotes = {
  scan_jobs: noPostText,
  scan_verdicts: { holdsPostText: true, forget: forgetInVerdicts },
  reddit_post_cache: {
    holdsPostText: false,
    because: 'ingest removes the words in the write that publishes the removal',
  },
  community_feeds: noPostText,
  stream_cursors: noPostText,
  source_hours: noPostText,
  source_states: noPostText,
  scan_schedules: noPostText,
  scan_listeners: noPostText,
  scan_rejudgements: noPostText,
  scan_labels: noPostText,
  scan_learning: noPostText,
  model_answers: noPostText,
  post_vectors: noPostText,
};

/** Every collection of the scan database. */
export function scanModels(documents: Connection) {
  return {
    job: jobModel(documents),
    verdict: verdictModel(documents),
    post: postModel(documents),
    feed: feedModel(documents),
    cursor: cursorModel(documents),
    sourceHour: sourceHourModel(documents),
    sourceState: sourceStateModel(documents),
    schedule: scheduleModel(documents),
    listener: listenerModel(documents),
    rejudgement: rejudgementModel(documents),
    label: labelModel(documents),
    learning: learningModel(documents),
    answer: answerModel(documents),
    vector: vectorModel(documents),
  };
}

/** The database that all roles share. */
export const scanStorage = {
  database: 'scan',
  models: (documents: Connection) => Object.values(scanModels(documents)),
  dataNotes,
  postNotes,
};
