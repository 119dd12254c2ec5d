import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '@vignette/contract/paths.ts'
import { type Answered, tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { openVisitor } from '../support/visitor.ts'

const COUNT = 55
const FOR_MS = 6_000

/** Sends many requests for one film under one Idempotency-Key and waits for the answers. */
export const flood: Flood = async ({ call, made }) => {
  const visitor = openVisitor(call)
  return async () => {
    const answered: Answered[] = []
    const headers = { ...visitor.headers(), 'idempotency-key': randomUUID() }
    const body = { user_id: visitor.id, user_inputs: { wish: 'ship' }, async: false }
    for (let at = 0; at < COUNT; at += 1) {
      const path = `${API_BASE}/workflows/${made.film}/creations`
      void call(path, { method: 'POST', headers, body }).then((answer) => answered.push(answer))
    }
    await pause(FOR_MS)
    return `${tally(answered)}, the others waiting after ${FOR_MS / 1000} s`
  }
}
