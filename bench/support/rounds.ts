/**
 * Measures the contenders in turn and reverses the order each round, so that noise affects all
 * alike.
 */
export async function takeRounds<T>(
  rounds: number,
  contenders: Record<string, () => Promise<T>>,
): Promise<Record<string, T[]>> {
  const results: Record<string, T[]> = Object.fromEntries(
    Object.keys(contenders).map((name) => [name, []]),
  )
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(contenders)
    if (round % 2 === 1) order.reverse()
    for (const [name, measure] of order) results[name]?.push(await measure())
  }
  return results
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
