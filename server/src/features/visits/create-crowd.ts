import { createHash, randomBytes } from 'node:crypto'
import { networkOf, widerNetworkOf } from '../../platform/http/network.ts'

/** What one process remembers of a day, so that a flood fills no memory. */
const MOST_PEOPLE = 200_000
/** The most people of one network that count at a place in a day: more than a school has, fewer than a flood. */
const MOST_OF_NETWORK = 40
/** The wider network around it, which one customer of a provider may own, counts as ten of them. */
const WIDER = 10

export interface Person {
  address: string
  userAgent: string
}

export interface Meeting {
  /** When the person came last; undefined for the first time. */
  before: number | undefined
  /** A hash of the network at this place. */
  network: string
}

/**
 * The people of one day at each place (a workflow, a fan's link), in one process's memory. People
 * are kept as hashes, whose secret is forgotten with the crowd.
 */
export interface Crowd {
  /** Undefined for a person who counts no more, since too many came from the same network. */
  meet(place: string, person: Person, now: Date): Meeting | undefined
}

export function createCrowd(): Crowd {
  const secret = randomBytes(32)
  const lastSeen = new Map<string, number>()
  const ofNetwork = new Map<string, number>()

  const hash = (...parts: string[]) =>
    createHash('sha256').update(secret).update(parts.join('\0')).digest('base64url').slice(0, 16)

  return {
    meet(place, { address, userAgent }, now) {
      const from = networkOf(address)
      const network = hash(place, from)
      const person = hash(place, from, userAgent)
      const before = lastSeen.get(person)
      if (before === undefined) {
        const wider = hash('wider', place, widerNetworkOf(address))
        const people = ofNetwork.get(network) ?? 0
        const around = ofNetwork.get(wider) ?? 0
        const isFlood = people >= MOST_OF_NETWORK || around >= MOST_OF_NETWORK * WIDER
        if (isFlood || lastSeen.size >= MOST_PEOPLE) return undefined
        ofNetwork.set(network, people + 1).set(wider, around + 1)
      }
      lastSeen.set(person, now.getTime())
      return { before, network }
    },
  }
}
