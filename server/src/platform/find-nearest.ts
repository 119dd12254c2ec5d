/** The known word that a misspelt one means, if one is a letter or two away. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.min(2, Math.max(1, Math.floor(word.length / 4))) + 1
  for (const one of known) {
    const distance = distanceOf(word.toLowerCase(), one.toLowerCase())
    if (distance < least) [nearest, least] = [one, distance]
  }
  return nearest
}

/** How many letters are missing, too many, wrong or exchanged with their neighbour. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same)
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (exchanged) best = Math.min(best, at(before, j - 2) + 1)
      next.push(best)
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
