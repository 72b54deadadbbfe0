import { hasAuthor, type Lead } from '@earshot/proto/http/lead';
import { type MessageLength, messageLengths, type MessageType, messageTypes } from '@earshot/proto/values';
import { useSearchParams } from 'react-router-dom';
import { composerParams, linkedLead } from '../../config/paths.ts';
import { type Draft, draftOf, typeWithText } from './drafts.ts';
import { readTone, type ToneChoice, toneOf } from './tone-choice.ts';

/** The user's choices in the composer. Null: not chosen, so the draft and the configuration decide. */
interface Choices {
  readonly messageType: MessageType | null;
  /** The tone of the next draft. */
  readonly tone: ToneChoice | null;
  /** The length of the next draft. */
  readonly length: MessageLength | null;
}

const oneOf = <T extends string>(values: readonly T[], text: string | null) =>
  values.find((value) => value === text) ?? null;

/** Reads the choices for a lead; an address that names another lead has none. */
function readChoices(search: URLSearchParams, leadId: string): Choices {
  const read = (name: string) => (search.get(linkedLead) === leadId ? search.get(name) : null);
  return {
    messageType: oneOf(messageTypes, read(composerParams.messageType)),
    tone: readTone(read(composerParams.tone)),
    length: oneOf(messageLengths, read(composerParams.length)),
  };
}

/** The message types that can be written to the author of a lead. A deleted author gets no direct messages. */
export const typesFor = (lead: Pick<Lead, 'author'>): readonly MessageType[] =>
  hasAuthor(lead) ? messageTypes : messageTypes.filter((type) => type !== 'dm');

const typeFor = (lead: Pick<Lead, 'author'>, { messageType }: Choices, draft: Draft): MessageType => {
  const types = typesFor(lead);
  return types.find((type) => type === (messageType ?? typeWithText(draft))) ?? types[0] ?? 'comment';
};

/** What the address and the draft of a lead decide. */
interface Decided {
  readonly messageType: MessageType;
  readonly tone: ToneChoice;
  readonly length: MessageLength | null;
}

function decided(lead: Lead, draft: Draft, search: URLSearchParams): Decided {
  const choices = readChoices(search, lead.id);
  const messageType = typeFor(lead, choices, draft);
  return { messageType, tone: choices.tone ?? toneOf(draft[messageType]), length: choices.length };
}

/** The same as of now, which a busy page may not show yet. */
const decidedNow = (lead: Lead, draft = draftOf(lead)): Decided =>
  decided(lead, draft, new URLSearchParams(location.search));

/** The message type that the composer of a lead shows. */
export const shownType = (lead: Lead, draft: Draft): MessageType => decidedNow(lead, draft).messageType;

/** The composer's choices as the address has them, and the function that changes them. */
export interface ComposerChoices extends Decided {
  /** Changes choices, and keeps the message type in the address. */
  readonly choose: (part: Partial<Choices>) => void;
  /** The latest choices. A user may press a button before the page shows the choice made just before. */
  readonly latest: () => Decided;
}

/** The choices for the open lead. The address owns them: they survive a reload, and a link opens the same composer. */
export function useComposerChoices(lead: Lead, draft: Draft): ComposerChoices {
  const [search, setSearch] = useSearchParams();
  const latest = () => decidedNow(lead);
  const choose = (part: Partial<Choices>) => {
    // The page may be about to show another lead.
    const now = new URLSearchParams(location.search);
    if (now.get(linkedLead) !== lead.id) return;
    const choices = { ...readChoices(now, lead.id), messageType: latest().messageType, ...part };
    for (const name of ['messageType', 'tone', 'length'] as const) {
      const value = choices[name];
      if (value === null) now.delete(composerParams[name]);
      else now.set(composerParams[name], value);
    }
    if (now.toString() === new URLSearchParams(location.search).toString()) return;
    setSearch(now, { replace: true, preventScrollReset: true });
  };
  return { ...decided(lead, draft, search), choose, latest };
}
