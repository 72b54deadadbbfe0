/** Green from 9, amber from 7, otherwise grey (specification, section 9). */
export function bandOf(score: number): 'high' | 'middle' | 'low' {
  if (score >= 9) return 'high';
  return score >= 7 ? 'middle' : 'low';
}
