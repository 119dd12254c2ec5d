import type { Ctx } from '../../ctx.ts'

/** A row of a sorted list whose place is known: so many stand before it, counted from the first. */
export interface Anchor<K> {
  rank: number
  key: K
}

export interface AnchorLists<K> {
  /** The known places of a list in this version; starts to learn them where they are not known. */
  of(list: string, version: string, read: () => Promise<Anchor<K>[]>): Known<K> | undefined
  /** Resolves when nothing is being learnt. */
  settled(): Promise<void>
}

export interface Known<K> {
  /** The last anchor at or before a rank. */
  before(rank: number): Anchor<K> | undefined
  /** The first anchor at or after it. */
  after(rank: number): Anchor<K> | undefined
}

/** Deep pages begin their reading at most so many rows away from where they want to be. */
export const ANCHOR_SPACING = 200

interface Entry<K> {
  version: string
  at: number
  known: Known<K>
}

/** A list that never rests would be read through again and again. */
const REST_MS = 10_000

/**
 * Where the pages of long lists begin, learnt by one pass over an index and kept as long as the
 * list's version stands. Whoever asks meanwhile counts rows the slow way; nobody waits.
 */
function createAnchorLists<K>(options: {
  lists: number
  onError: (error: unknown) => void
  now?: () => number
}): AnchorLists<K> {
  const { now = () => performance.now() } = options
  const kept = new Map<string, Entry<K>>()
  const learning = new Map<string, Promise<void>>()

  async function learn(list: string, version: string, read: () => Promise<Anchor<K>[]>) {
    try {
      const anchors = await read()
      kept.delete(list)
      kept.set(list, { version, at: now(), known: inOrder(anchors) })
      const oldest = kept.keys().next().value
      if (kept.size > options.lists && oldest !== undefined) kept.delete(oldest)
    } catch (error) {
      options.onError(error)
    } finally {
      learning.delete(list)
    }
  }

  return {
    of(list, version, read) {
      const found = kept.get(list)
      if (found?.version === version) return found.known
      const rested = !found || now() - found.at >= REST_MS
      if (rested && !learning.has(list)) learning.set(list, learn(list, version, read))
      return undefined
    },
    async settled() {
      await Promise.all(learning.values())
    },
  }
}

const LISTS = 1000
const ofProcess = new WeakMap<object, AnchorLists<string[]>>()

/** What this process has learnt; every Ctx of a process shares its event hub. */
export function anchorsOf(ctx: Pick<Ctx, 'events' | 'log'>): AnchorLists<string[]> {
  const found = ofProcess.get(ctx.events)
  if (found) return found
  const made = createAnchorLists<string[]>({
    lists: LISTS,
    onError: (error) => ctx.log.warn({ err: error }, 'the places of a list were not learnt'),
  })
  ofProcess.set(ctx.events, made)
  return made
}

/** By rank ascending. */
function inOrder<K>(anchors: readonly Anchor<K>[]): Known<K> {
  /** How many anchors stand before a rank. */
  const countBefore = (rank: number) => {
    let low = 0
    let high = anchors.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((anchors[middle]?.rank ?? 0) < rank) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    before: (rank) => anchors[countBefore(rank + 1) - 1],
    after: (rank) => anchors[countBefore(rank)],
  }
}
