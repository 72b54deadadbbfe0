/** What it means for the user that the sandbox lacks a community, which may well exist at the real site. */
export function notInSample(sourceLabel: string): string {
  return `Not in the sample data; connect ${sourceLabel} to hear it`;
}
