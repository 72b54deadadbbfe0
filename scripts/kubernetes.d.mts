export interface KubernetesProduct {
  readonly environment: Readonly<Record<string, string>>;
  up(): Promise<boolean>;
  printLogs(): Promise<void>;
  down(): Promise<void>;
}

export function kubernetesWanted(): boolean;
export function clusterFromCommand(): Promise<true>;
export function kubernetesProduct(
  run?: (command: string, args: readonly string[]) => Promise<boolean>,
): Promise<KubernetesProduct>;
