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
  let shown = location.href
  noteArrival(shown, document.referrer)
  subscribe(() => {
    const from = shown
    shown = location.href
    noteArrival(shown, from)
  })
}

export function noteArrival(to: string, from: string): void {
  const address = new URL(to, location.href)
  const recipe = workflowAt(address.pathname)
  const arrived = recipe && findVisitSource(address, from)
  if (!recipe || !arrived) return
  const now = new Date()
  const cookie = readCookie(CAME_FROM)
  const known = readCameFrom(cookie, recipe, now)?.source
  const source = chooseSource(known, arrived)
  // A weaker source does not lengthen the life of a stronger one.
  if (source !== arrived) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${CAME_FROM}=${writeCameFrom(cookie, recipe, source, now)}; Path=/; Max-Age=${CAME_FROM_DAYS * 86_400}; SameSite=Lax${secure}`
}
