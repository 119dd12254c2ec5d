import { createHash, randomBytes } from 'node:crypto'
import type { VisitSource } from '@vignette/contract/visit-source.ts'
import type { Holder } from '../identity/index.ts'
import type { Visit } from './read-visit.ts'

/** A page opened again within this time is the same visit. */
const VISIT_MS = 30 * 60_000
/** What one process remembers of a day, so that a flood fills no memory. */
const MOST_VISITORS = 200_000
/** The most people of one address that count for a workflow in a day: more than a school has, fewer than a flood. */
const MOST_OF_ADDRESS = 40
/** Sources with a name that one workflow may gain in a day; a link can carry any invented name. */
const MOST_SOURCES = 40

export interface CountedVisit extends Visit {
  day: string
  isNewVisitor: boolean
  holder: Holder | undefined
}

export interface Arrival extends Visit {
  address: string
  userAgent: string
  holder: Holder | undefined
}

/** The visits of a day in one process's memory. People are kept as hashes, whose secret is forgotten with the day. */
export interface Tally {
  add(arrival: Arrival, now: Date): void
  /** Takes out the visits that are not in the database yet, and forgets a day that is over. */
  take(now: Date): CountedVisit[]
  putBack(visits: readonly CountedVisit[]): void
}

export function createTally(): Tally {
  let day = ''
  let secret = Buffer.alloc(0)
  const lastSeen = new Map<string, number>()
  const ofAddress = new Map<string, number>()
  const sources = new Map<string, Set<VisitSource>>()
  let waiting: CountedVisit[] = []

  function beginDay(today: string): void {
    if (today === day) return
    day = today
    secret = randomBytes(32)
    for (const kept of [lastSeen, ofAddress, sources]) kept.clear()
  }

  const hash = (...parts: string[]) =>
    createHash('sha256').update(secret).update(parts.join('\0')).digest('base64url').slice(0, 16)

  function boundSource({ workflowId, source }: Visit): VisitSource {
    if (!source.includes(':')) return source
    const known = sources.get(workflowId) ?? new Set()
    if (!known.has(source) && known.size >= MOST_SOURCES) return 'unknown'
    sources.set(workflowId, known.add(source))
    return source
  }

  return {
    add({ workflowId, source, address, userAgent, holder }, now) {
      beginDay(now.toISOString().slice(0, 10))
      const visitor = hash(workflowId, address, userAgent)
      const before = lastSeen.get(visitor)
      if (before === undefined) {
        const network = hash(workflowId, address)
        const people = ofAddress.get(network) ?? 0
        if (people >= MOST_OF_ADDRESS || lastSeen.size >= MOST_VISITORS) return
        ofAddress.set(network, people + 1)
      }
      lastSeen.set(visitor, now.getTime())
      if (before !== undefined && now.getTime() - before < VISIT_MS) return
      const visit = { workflowId, source: boundSource({ workflowId, source }) }
      waiting.push({ ...visit, day, isNewVisitor: before === undefined, holder })
    },

    take(now) {
      beginDay(now.toISOString().slice(0, 10))
      const taken = waiting
      waiting = []
      return taken
    },

    putBack(visits) {
      waiting = [...visits, ...waiting].slice(0, MOST_VISITORS)
    },
  }
}
