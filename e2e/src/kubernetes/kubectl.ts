import type { z } from 'zod';
import { run, type RunOptions } from './run.ts';

/** `kubectl` and `helm` in one namespace of the cluster that KUBECONFIG names. */
export interface Tools {
  readonly namespace: string;
  /** Resolves with the output of kubectl. Throws with its error output. */
  kubectl(...args: string[]): Promise<string>;
  /** The same with `--output json`, parsed. */
  json<S extends z.ZodType>(schema: S, ...args: string[]): Promise<z.output<S>>;
  /** Applies YAML text, or objects that are sent as JSON. */
  apply(objects: string | object): Promise<void>;
  helm(args: readonly string[], options?: RunOptions): Promise<string>;
}

/** The tools for one namespace. */
export function toolsIn(namespace: string): Tools {
  const kubectl = (...args: string[]) => run('kubectl', ['--namespace', namespace, ...args]);
  return {
    namespace,
    kubectl,
    json: async (schema, ...args) => schema.parse(JSON.parse(await kubectl(...args, '--output', 'json'))),
    apply: async (objects) => {
      const input = typeof objects === 'string' ? objects : JSON.stringify(objects);
      await run('kubectl', ['--namespace', namespace, 'apply', '--filename', '-'], { input });
    },
    helm: (args, options) => run('helm', ['--namespace', namespace, ...args], options),
  };
}
