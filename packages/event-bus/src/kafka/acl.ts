import type { Logger } from '@earshot/core';
import kafkajs, { type AclEntry } from 'kafkajs';
import { AdminClient, type KafkaSecurity } from './client.ts';

export type KafkaOperation =
  'Alter' | 'AlterConfigs' | 'Create' | 'Delete' | 'Describe' | 'DescribeConfigs' | 'Read' | 'Write';

/** One rule of Kafka's ACLs for a user. */
export interface KafkaRule {
  readonly resource: 'topic' | 'group';
  readonly pattern: 'literal' | 'prefixed';
  readonly name: string;
  readonly operations: readonly KafkaOperation[];
}

export interface AllowOptions {
  readonly brokers: readonly string[];
  /** The administrator. */
  readonly security: KafkaSecurity;
  readonly log: Logger;
  readonly users: readonly { readonly name: string; readonly kafka: readonly KafkaRule[] }[];
}

/** Adds the missing rules of users. Never removes a rule, and does not create the users. */
export async function allowInKafka({ users, ...place }: AllowOptions): Promise<void> {
  const admin = new AdminClient({ ...place, clientId: 'earshot-users' });
  const acl = users.flatMap(({ name, kafka }) => kafka.flatMap((rule) => entriesOf(name, rule)));
  try {
    await admin.use((one) => one.createAcls({ acl }));
  } finally {
    await admin.stop();
  }
}

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const operationOf = {
  Alter: AclOperationTypes.ALTER,
  AlterConfigs: AclOperationTypes.ALTER_CONFIGS,
  Create: AclOperationTypes.CREATE,
  Delete: AclOperationTypes.DELETE,
  Describe: AclOperationTypes.DESCRIBE,
  DescribeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
} as const;

function entriesOf(user: string, { resource, pattern, name, operations }: KafkaRule): AclEntry[] {
  return operations.map((operation) => ({
    principal: `User:${user}`,
    host: '*',
    permissionType: AclPermissionTypes.ALLOW,
    resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
    resourceName: name,
    resourcePatternType: pattern === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
    operation: operationOf[operation],
  }));
}
