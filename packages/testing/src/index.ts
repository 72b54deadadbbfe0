export type { KafkaServer, OwnContainer, OwnKafka, SharedServer, UrlServer } from './containers.ts';
export { kafkaForTests, mongoForTests, redisForTests, startKafka, startMongo, startRedis } from './containers.ts';
export type { SecuredKafka, TestCertificate } from './secured-stores.ts';
export {
  startSecuredKafka,
  startSecuredMongo,
  startSecuredRedis,
  testCertificate,
  testPassword,
} from './secured-stores.ts';
export { checkAnswer, checkApiAnswer } from './contract-check.ts';
export { whyNoContainers } from './engine.ts';
export type { FakeFoundPosts, FoundLimits } from './fake-found-posts.ts';
export { fakeFoundPosts, foundPostWords } from './fake-found-posts.ts';
export { forgetting } from '../../service-kit/src/run/forgetting.ts';
export { idleService } from './idle-service.ts';
export { imageOf } from './images.ts';
export type { MailServer, MailServerMood, TakenMail } from './mail-server.ts';
export { startMailServer } from './mail-server.ts';
export type { CollectedSpan, SpanCollector } from './span-collector.ts';
export { startSpanCollector } from './span-collector.ts';
export type { TestAnswer, TestCall, TestOptions, TestServices } from './test-services.ts';
export { startTestServices } from './test-services.ts';
export { notConnected } from './not-connected.ts';
export { pollReader, redditSettings, withSource } from './with-source.ts';
