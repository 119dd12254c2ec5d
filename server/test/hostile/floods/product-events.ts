import { randomUUID } from 'node:crypto'
import { EVENT_NAMES } from '@vignette/contract/event-names.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'

const COUNT = 60
const BYTES = 990_000

/** Batches of nearly 1 MB, which a foreign page can make its visitors send. */
export const flood: Flood = async ({ call }) => {
  const event = (at: number) => ({
    event: EVENT_NAMES[0],
    distinct_id: `visitor-${at}`,
    uuid: randomUUID(),
    timestamp: '2026-01-01T00:00:00.000Z',
    properties: Object.fromEntries(
      Array.from({ length: 30 }, (_, one) => [`property_${one}`, 'x'.repeat(300)]),
    ),
  })
  const count = Math.floor(BYTES / JSON.stringify(event(0)).length)
  const body = JSON.stringify({ batch: Array.from({ length: count }, (_, at) => event(at)) })
  const headers = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' }
  return async () => {
    const answers = []
    for (let at = 0; at < COUNT; at += 1) {
      answers.push(await call(`${API_BASE}/analytics/batch`, { method: 'POST', body, headers }))
    }
    return tally(answers)
  }
}
