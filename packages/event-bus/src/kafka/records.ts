import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { BusRecord } from '../event-bus.ts';
import type { StoredRecord } from '../partition-cursor.ts';

/** Names of the adapter's own headers begin with this; handlers do not see them. */
const ownPrefix = 'earshot-';
export const onlyGroupHeader = `${ownPrefix}only-group`;

export type TextHeaders = Readonly<Record<string, string>>;

/** A header that came several times counts as its first. */
export function textHeaders(headers: IHeaders | undefined): TextHeaders {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) texts[name] = first.toString();
  }
  return texts;
}

/** A message without the adapter's own headers; `value` of a tombstone is empty. */
export function recordOf(topic: string, message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>): BusRecord {
  const headers = Object.entries(textHeaders(message.headers)).filter(([name]) => !name.startsWith(ownPrefix));
  return {
    topic,
    key: message.key?.toString() ?? '',
    value: message.value ?? new Uint8Array(),
    headers: Object.fromEntries(headers),
  };
}

/** A fetched message of a topic by its own name. */
export function storedOf(topic: string, partition: number, message: KafkaMessage): StoredRecord {
  const onlyGroup = textHeaders(message.headers)[onlyGroupHeader] ?? null;
  return { ...recordOf(topic, message), partition, offset: Number(message.offset), onlyGroup };
}

export function ownHeader(name: string): string {
  return ownPrefix + name;
}
