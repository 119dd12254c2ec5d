/** A waiting list per turn (a client's network, say). */
export interface Turns<T> {
  /** How many items wait: in one turn, or in all. */
  waiting(turn?: string): number
  add(turn: string, item: T): void
  /** The next item: from the turn with the fewest running items, and among these the one served longest ago. */
  take(): T | undefined
  /** Ends an item that `take` gave, so that the next item of its turn may run. */
  end(turn: string): void
  /** Removes a waiting item. */
  remove(turn: string, item: T): void
  all(): T[]
}

export function createTurns<T>(mostAtOnce: number): Turns<T> {
  // Ordered by last service.
  const lines = new Map<string, T[]>()
  const underWay = new Map<string, number>()
  const at = (turn: string) => underWay.get(turn) ?? 0

  function pick(): string | undefined {
    let best: string | undefined
    for (const turn of lines.keys()) {
      if (at(turn) >= mostAtOnce) continue
      if (best === undefined || at(turn) < at(best)) best = turn
    }
    return best
  }

  return {
    waiting(turn) {
      if (turn !== undefined) return lines.get(turn)?.length ?? 0
      return [...lines.values()].reduce((sum, line) => sum + line.length, 0)
    },
    add(turn, item) {
      const line = lines.get(turn)
      if (line) line.push(item)
      else lines.set(turn, [item])
    },
    take() {
      const turn = pick()
      const line = turn === undefined ? undefined : lines.get(turn)
      if (turn === undefined || !line) return undefined
      const item = line.shift()
      lines.delete(turn)
      if (line.length > 0) lines.set(turn, line)
      underWay.set(turn, at(turn) + 1)
      return item
    },
    end(turn) {
      if (at(turn) > 1) underWay.set(turn, at(turn) - 1)
      else underWay.delete(turn)
    },
    remove(turn, item) {
      const left = (lines.get(turn) ?? []).filter((one) => one !== item)
      if (left.length > 0) lines.set(turn, left)
      else lines.delete(turn)
    },
    all: () => [...lines.values()].flat(),
  }
}
