import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '@vignette/contract/paths.ts'
import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { jobOf, openVisitor, remix } from '../support/visitor.ts'

const COUNT = 2_000

/** Opens many event streams of one running job at once and holds them open. */
export const flood: Flood = async ({ call, made }) => {
  const visitor = openVisitor(call)
  const job = jobOf(await remix(visitor, made.film))
  return async () => {
    const streams = await Promise.all(
      Array.from({ length: COUNT }, () =>
        call(`${API_BASE}/jobs/${job}/events`, { headers: visitor.headers(), open: true }),
      ),
    )
    await pause(2_000)
    for (const stream of streams) stream.hangUp()
    return tally(streams)
  }
}
