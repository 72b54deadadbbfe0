import { kafkaNames, type KafkaRule } from '@earshot/event-bus/kafka';
import { type EventCase, eventTable, topics } from '@earshot/proto/events';
import { platformEvents, type Service } from '../service/service.ts';
import { areaOf, sharedAreas } from './key-value-area.ts';
import { databaseName, redisPrefix } from './names.ts';

/** A user of the stores and its rights: one for each service, and one for operators' commands. */
export interface StoreUser {
  /** The service, or `operations`. */
  readonly owner: string;
  /** The name in Kafka, MongoDB and Redis. */
  readonly name: string;
  readonly kafka: readonly KafkaRule[];
  /** Databases with the role readWrite. */
  readonly databases: readonly string[];
  /** Rules of an ACL of Redis, without the password; null without access. */
  readonly redis: readonly string[] | null;
}

/** The commands of the client and of the scripts that it sends. */
const redisCommands = [
  '+ping',
  '+info',
  '+select',
  '+client|setname',
  '+get',
  '+set',
  '+del',
  '+incrby',
  '+rpush',
  '+ltrim',
  '+lrange',
  '+zadd',
  '+zscore',
  '+zremrangebyrank',
  '+pexpire',
  '+eval',
  '+publish',
  '+subscribe',
  '+unsubscribe',
];

/** Derives the users of an installation from the definitions of its services. */
export function storeUsers(services: readonly Service[], namespace: string | undefined): StoreUser[] {
  const nameOf = (owner: string) => `${namespace ?? 'earshot'}-${owner}`;
  const own = services.map((service) => ({
    owner: service.name,
    name: nameOf(service.name),
    kafka: kafkaRules(service, namespace),
    databases: databasesOf([service], namespace),
    redis: redisRules(service, namespace),
  }));
  const operations = {
    owner: 'operations',
    name: nameOf('operations'),
    kafka: operatorRules(services, namespace),
    databases: databasesOf(services, namespace),
    redis: null,
  };
  return [...own, operations];
}

function databasesOf(services: readonly Service[], namespace: string | undefined): string[] {
  const named = services.flatMap(({ database }) => (database === null ? [] : [databaseName(namespace, database)]));
  return [...new Set(named)];
}

/** A service with documents handles deletions of accounts even if its definition consumes no event of accounts. */
function topicsReadBy({ consumes, models }: Service): Set<string> {
  const events: readonly EventCase[] = models === undefined ? consumes : [...consumes, 'accountDeleted'];
  return new Set(events.map((event) => eventTable[event].topic));
}

function kafkaRules(service: Service, namespace: string | undefined): KafkaRule[] {
  const names = kafkaNames(namespace);
  const read = topicsReadBy(service);
  const written = new Set([...service.publishes, ...platformEvents].map((event) => eventTable[event].topic));
  const rules = [...written].map((name) => topicRule(names.topic(name), ['Write', 'Describe']));
  if (read.size === 0) return rules;
  return [
    ...rules,
    ...[...read].map((name) => topicRule(names.topic(name), ['Read', 'Describe'])),
    topicRule(names.deadLetters(service.name), ['Write', 'Describe']),
    // Every replica that receives all events has a group of its own, which it deletes when it stops.
    groupRule(names.group(service.name, ''), ['Read', 'Describe', 'Delete']),
  ];
}

/** Commands create topics, watch groups, and read and replay dead letters. */
function operatorRules(services: readonly Service[], namespace: string | undefined): KafkaRule[] {
  const names = kafkaNames(namespace);
  const groups = services.filter((service) => topicsReadBy(service).size > 0).map(({ name }) => name);
  const all = [...Object.keys(topics).map((one) => names.topic(one)), ...groups.map((one) => names.deadLetters(one))];
  return [
    ...all.map((name) =>
      topicRule(name, ['Create', 'Describe', 'DescribeConfigs', 'Alter', 'AlterConfigs', 'Read', 'Write']),
    ),
    ...groups.map((name) => groupRule(names.group(name, ''), ['Read', 'Describe', 'Delete'])),
  ];
}

function topicRule(name: string, operations: KafkaRule['operations']): KafkaRule {
  return { resource: 'topic', pattern: 'literal', name, operations };
}

function groupRule(name: string, operations: KafkaRule['operations']): KafkaRule {
  return { resource: 'group', pattern: 'prefixed', name, operations };
}

function redisRules(service: Service, namespace: string | undefined): string[] {
  const prefix = redisPrefix(namespace);
  const { reaches = [] } = service;
  const shared = Object.entries(sharedAreas).flatMap(([party, area]) =>
    reaches.some((one) => one === party) ? [area] : [],
  );
  const own = areaOf(service);
  const keys = [own, ...shared].flatMap((area) => [`~${prefix}value:${area}:*`, `~${prefix}lease:${area}:*`]);
  return ['resetkeys', ...keys, 'resetchannels', `&${prefix}channel:${own}:*`, 'nocommands', ...redisCommands];
}
