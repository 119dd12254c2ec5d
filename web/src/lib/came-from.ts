import { CAME_FROM_DAYS } from '@vignette/contract/number-limits.ts'
import {
  CAME_FROM,
  chooseSource,
  findVisitSource,
  readCameFrom,
  workflowAt,
  writeCameFrom,
} from '@vignette/contract/visit-source.ts'
import { readCookie } from './browser.ts'
import { subscribe } from './router.tsx'

/** Keeps by which way each recipe is opened, so that its creator learns what brings buyers. */
export function followArrivals(): void {
  place = { at: location.href, from: document.referrer }
  noteArrival(place.at, place.from)
  subscribe(() => {
    if (location.href === place.at) return
    place = { at: location.href, from: place.recipe ?? place.at }
    noteArrival(place.at, place.from)
  })
}

/** The page shown, the one before, and the address by id of the recipe that a readable one names. */
let place: { at: string; from: string; recipe?: string } = { at: '', from: '' }

/** Notes the arrival at a readable address, which its page has looked up. */
export function noteNamedArrival(id: string): void {
  const { origin, search } = location
  const recipe = `${origin}/workflows/${id}${search}`
  if (place.recipe === recipe) return
  place = { ...place, recipe }
  noteArrival(recipe, place.from)
}

export function noteArrival(to: string, from: string): void {
  const address = new URL(to, location.href)
  const recipe = workflowAt(address.pathname)
  const arrived = recipe && findVisitSource(address, from)
  if (!recipe || !arrived) return
  const at = new Date()
  const cookie = readCookie(CAME_FROM)
  const known = readCameFrom(cookie, recipe, at)?.source
  const source = chooseSource(known, arrived)
  // A weaker source does not lengthen the life of a stronger one.
  if (source !== arrived) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${CAME_FROM}=${writeCameFrom(cookie, recipe, source, at)}; Path=/; Max-Age=${CAME_FROM_DAYS * 86_400}; SameSite=Lax${secure}`
}
