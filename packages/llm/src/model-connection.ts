import type { Llm } from './llm.ts';
import type { FoundServer } from './local-servers.ts';

/** A server with the API of OpenAI. */
export interface ModelServer {
  readonly address: string;
  /** Null: the server asks for none. */
  readonly key: string | null;
  /** Sent instead of the requested model; null sends the requested one. */
  readonly model: string | null;
}

/** The model of a process. It can change while the process runs, so ask for the current one at each use. */
export interface ModelConnection {
  /** Null without a server; the keyless adapters are used then. */
  current(): Llm | null;
  /** Where the server is configured; null without one. */
  setBy(): 'environment' | 'settings' | null;
  /** Uses this server from now on; null disconnects. Running calls end at the former one. Ignored if the environment sets a server. */
  use(server: ModelServer | null): Promise<void>;
  /** Looks for servers on this computer. Null where the computer is not that of the people who use Earshot. */
  readonly findLocal: (() => Promise<readonly FoundServer[]>) | null;
}

/** The model that the environment sets. It never changes. */
export function fixedModel(llm: Llm): ModelConnection {
  return { current: () => llm, setBy: () => 'environment', use: async () => undefined, findLocal: null };
}

/** A model that administrators connect. `open` creates the client of a server. */
export function changeableModel({
  open,
  findLocal,
}: {
  readonly open: (server: ModelServer) => Promise<Llm>;
  readonly findLocal: ModelConnection['findLocal'];
}): ModelConnection {
  let wanted: ModelServer | null = null;
  let llm: Llm | null = null;
  return {
    current: () => llm,
    setBy: () => (llm === null ? null : 'settings'),
    use: async (server) => {
      // The same server keeps its circuit breaker and retry budget.
      if (isSame(server, wanted)) return;
      wanted = server;
      const opened = server && (await open(server));
      if (wanted === server) llm = opened;
    },
    findLocal,
  };
}

function isSame(a: ModelServer | null, b: ModelServer | null): boolean {
  return a === b || (a !== null && b !== null && a.address === b.address && a.key === b.key && a.model === b.model);
}
