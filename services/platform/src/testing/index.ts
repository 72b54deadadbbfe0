export { awakeFor, awakeMs, untilWithin } from './awake.ts';
export { checkAnswer, checkApiAnswer } from './contract-check.ts';
export { embeddedKeyValue } from '../embedded/key-value.ts';
export type { KafkaServer, OwnContainer, OwnKafka, SharedServer, UrlServer } from './containers.ts';
export {
  engineAnswers,
  kafkaForTests,
  mongoForTests,
  redisForTests,
  startKafka,
  startMongo,
  startRedis,
} from './containers.ts';
export { figureOf } from './figures.ts';
export { forgetting } from '../forget/forgetting.ts';
export { freePorts } from './free-ports.ts';
export { imageOf } from './images.ts';
export type { LeavingKeyValue } from './leaving-key-value.ts';
export { leavingKeyValue } from './leaving-key-value.ts';
export type { RedditAccountOptions } from '../source/reddit-accounts.ts';
export { redditAccounts } from '../source/reddit-accounts.ts';
export type { MailServer, MailServerMood, TakenMail } from './mail-server.ts';
export { startMailServer } from './mail-server.ts';
export { random } from './random.ts';
export type { TcpGate } from './tcp-gate.ts';
export { tcpGate } from './tcp-gate.ts';
export type { CollectedSpan, SpanCollector } from './span-collector.ts';
export { startSpanCollector } from './span-collector.ts';
export type { TestAnswer, TestCall, TestOptions, TestServices } from './test-services.ts';
export { startTestServices } from './test-services.ts';
export { until } from './until.ts';
export { WeaklyHeld } from './weakly-held.ts';
export { smtpMailer } from '../mail/smtp-mailer.ts';
export { notConnected } from './not-connected.ts';
