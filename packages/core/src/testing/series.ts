/**
 * How often a test repeats what chance decides: few times in every run, many times in the long run (`npm run soak`,
 * which sets TEST_SERIES=long).
 */
export function series({ ci, soak }: { readonly ci: number; readonly soak: number }): number {
  return process.env['TEST_SERIES'] === 'long' ? soak : ci;
}
