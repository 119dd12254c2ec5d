import type { VisitSource } from '@vignette/contract/visit-source.ts'
import type { Holder } from '../identity/index.ts'
import { createCrowd, type Person } from './create-crowd.ts'
import type { Visit } from './visit.ts'

/** A page opened again within this time is the same visit. */
const VISIT_MS = 30 * 60_000
/** The most visits that wait for the database. */
const MOST_WAITING = 200_000
/**
 * Sources with a name that one workflow may gain in a day, and those that one network may bring: a
 * link can carry any invented name, and invented names must not crowd out the creator's own links.
 */
const MOST_SOURCES = { ofAll: 40, ofNetwork: 5 }

export interface CountedVisit extends Visit {
  day: string
  isNewVisitor: boolean
  holder: Holder | undefined
}

export interface Arrival extends Visit, Person {
  holder: Holder | undefined
}

/** The visits of a day in one process's memory. */
export interface Tally {
  add(arrival: Arrival, now: Date): void
  /** Returns the visits that are not in the database yet, and forgets a day that is over. */
  take(now: Date): CountedVisit[]
  putBack(visits: readonly CountedVisit[]): void
}

export function createTally(): Tally {
  let day = ''
  let crowd = createCrowd()
  /** The sources with a name that each workflow has gained, with the network that brought each. */
  const sources = new Map<string, Map<VisitSource, string>>()
  let waiting: CountedVisit[] = []

  function beginDay(today: string): void {
    if (today === day) return
    day = today
    crowd = createCrowd()
    sources.clear()
  }

  function boundSource({ workflowId, source }: Visit, network: string): VisitSource {
    if (!source.includes(':')) return source
    const known = sources.get(workflowId) ?? new Map<VisitSource, string>()
    sources.set(workflowId, known)
    if (known.has(source)) return source
    const brought = [...known.values()].filter((by) => by === network).length
    if (known.size >= MOST_SOURCES.ofAll || brought >= MOST_SOURCES.ofNetwork) return 'unknown'
    known.set(source, network)
    return source
  }

  return {
    add({ workflowId, source, holder, ...person }, now) {
      beginDay(now.toISOString().slice(0, 10))
      const met = crowd.meet(workflowId, person, now)
      if (!met) return
      if (met.before !== undefined && now.getTime() - met.before < VISIT_MS) return
      const visit = { workflowId, source: boundSource({ workflowId, source }, met.network) }
      waiting.push({ ...visit, day, isNewVisitor: met.before === undefined, holder })
    },

    take(now) {
      beginDay(now.toISOString().slice(0, 10))
      const taken = waiting
      waiting = []
      return taken
    },

    putBack(visits) {
      waiting = [...visits, ...waiting].slice(0, MOST_WAITING)
    },
  }
}
