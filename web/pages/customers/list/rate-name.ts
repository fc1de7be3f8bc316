/** Names of the delivered rates: 1 low, 2 medium, 3 high. */
export function rateName(rate: number): 'low' | 'medium' | 'high' {
  return rate === 3 ? 'high' : rate === 2 ? 'medium' : 'low'
}
