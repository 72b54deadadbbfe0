import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { BusRecord } from '../event-bus.ts';
import type { StoredRecord } from '../partition-cursor.ts';

/** Prefix of the adapter's internal headers, which handlers do not see. */
const ownPrefix = 'earshot-';
export const onlyGroupHeader = `${ownPrefix}only-group`;

export type TextHeaders = Readonly<Record<string, string>>;

/** A repeated header counts with its first value. */
export function textHeaders(headers: IHeaders | undefined): TextHeaders {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}

/** Removes the adapter's internal headers. The `value` of a tombstone is empty. */
export function recordOf(topic: string, message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>): BusRecord {
  const headers = Object.entries(textHeaders(message.headers)).filter(([name]) => !name.startsWith(ownPrefix));
  return {
    topic,
    key: message.key?.toString() ?? '',
    value: message.value ?? new Uint8Array(),
    headers: Object.fromEntries(headers),
  };
}

/** A fetched message, with the topic's name without the namespace. */
export function storedOf(topic: string, partition: number, message: KafkaMessage): StoredRecord {
  const onlyGroup = textHeaders(message.headers)[onlyGroupHeader] ?? null;
  return { ...recordOf(topic, message), partition, offset: Number(message.offset), onlyGroup };
}

export function ownHeader(name: string): string {
  return ownPrefix + name;
}
