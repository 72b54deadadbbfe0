export interface ComposeProject {
  readonly environment: Readonly<Record<string, string>> & { readonly PRODUCT_URL: string };
  configured(): Promise<boolean>;
  up(): Promise<boolean>;
  printLogs(): Promise<boolean>;
  down(): Promise<void>;
}

type Run = (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<boolean>;

export function composeAnswers(): boolean;
export function composeProject(run?: Run): Promise<ComposeProject>;
