export interface ComposeProject {
  readonly environment: Readonly<Record<string, string>> & { readonly PRODUCT_URL: string };
  configured(): boolean;
  up(): boolean;
  printLogs(): boolean;
  down(): void;
}

export function composeAnswers(): boolean;
export function composeProject(): Promise<ComposeProject>;
