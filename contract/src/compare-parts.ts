/** Consecutive parts that stand in both lists, or in one of them only. */
export interface Run {
  is: 'kept' | 'removed' | 'added'
  text: string
}

/** With more pairs of parts than this, the whole part that differs counts as replaced: comparing would take too long. */
const MAX_PAIRS = 1_000_000

/** The parts of two lists in order: a part of both lists stands once, a part of one list is removed or added. */
export function compareParts(before: readonly string[], after: readonly string[]): Run[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const as = (is: Run['is'], parts: readonly string[]) => parts.map((text): Run => ({ is, text }))
  return [
    ...as('kept', before.slice(0, head)),
    ...compareMiddle(
      before.slice(head, before.length - tail),
      after.slice(head, after.length - tail),
    ),
    ...as('kept', before.slice(before.length - tail)),
  ]
}

function compareMiddle(before: readonly string[], after: readonly string[]): Run[] {
  const isTooMuch = before.length * after.length > MAX_PAIRS
  const common = isTooMuch ? [] : findCommon(before, after)
  const runs: Run[] = []
  let [b, a] = [0, 0]
  const upTo = (endB: number, endA: number) => {
    for (; b < endB; b += 1) runs.push({ is: 'removed', text: before[b] ?? '' })
    for (; a < endA; a += 1) runs.push({ is: 'added', text: after[a] ?? '' })
  }
  for (const [atB, atA] of common) {
    upTo(atB, atA)
    runs.push({ is: 'kept', text: before[atB] ?? '' })
    b += 1
    a += 1
  }
  upTo(before.length, after.length)
  return runs
}

/** The longest list of parts that both have in the same order, as pairs of indices. */
function findCommon(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const at = (b: number, a: number) => lengths[b * width + a] ?? 0
  for (let b = before.length - 1; b >= 0; b -= 1) {
    for (let a = after.length - 1; a >= 0; a -= 1) {
      lengths[b * width + a] =
        before[b] === after[a] ? at(b + 1, a + 1) + 1 : Math.max(at(b + 1, a), at(b, a + 1))
    }
  }
  const pairs: [number, number][] = []
  let [b, a] = [0, 0]
  while (b < before.length && a < after.length) {
    if (before[b] === after[a]) pairs.push([b++, a++])
    else if (at(b + 1, a) >= at(b, a + 1)) b += 1
    else a += 1
  }
  return pairs
}

/** Two texts line by line. */
export function compareLines(before: string, after: string): Run[] {
  return compareParts(before.split('\n'), after.split('\n'))
}

/** Two texts word by word, as stretches; a reference in braces is one word. */
export function compareWords(before: string, after: string): Run[] {
  const runs = compareParts(wordsOf(before), wordsOf(after))
  return runs.reduce<Run[]>((joined, run) => {
    const last = joined.at(-1)
    if (last?.is !== run.is) return [...joined, run]
    return [...joined.slice(0, -1), { is: run.is, text: last.text + run.text }]
  }, [])
}

function wordsOf(text: string): string[] {
  return text.match(/\{\{[^{}]*\}\}|\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}
