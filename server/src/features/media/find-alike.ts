export interface Featured {
  id: string
  features: Int8Array
}

/** The rows whose features are most similar to these, the nearest first. */
export function findAlike(
  features: Int8Array,
  among: readonly Featured[],
  most: number,
): Featured[] {
  const own = lengthOf(features)
  return among
    .map((row) => ({ row, likeness: dot(features, row.features) / (own * lengthOf(row.features)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ row }) => row)
}

function lengthOf(features: Int8Array): number {
  return Math.sqrt(dot(features, features)) || 1
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
