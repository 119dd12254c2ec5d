import { randomBytes } from 'node:crypto'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { Flood } from '../support/flood.ts'
import { hammer } from '../support/hammer.ts'

const random = () => randomBytes(8).toString('hex')
const reading =
  (path: (creation: string) => string): Flood =>
  async (target) =>
  () =>
    hammer(target, () => ({ path: path(target.made.creation) }))
const posting =
  (path: string, bytes: number): Flood =>
  async (target) => {
    const body = Buffer.alloc(bytes, ' ')
    const headers = { 'content-type': 'application/json' }
    return () => hammer(target, () => ({ path: API_BASE + path, method: 'POST', headers, body }))
  }

/** What one client sends for seconds, over all the connections that it may hold. */
export const floods: Record<string, Flood> = {
  hosts: async (target) => () =>
    hammer(target, () => ({ path: '/workflows', headers: { host: `${random()}.example` } })),
  'unknown-pages': reading(() => `/nothing/${random()}`),
  tags: reading(() => `/workflows?tag=${random()}`),
  keys: reading((creation) => `/creations/${creation}?key=${random()}`),
  searches: reading(() => `/workflows?q=${random()}`),
  misspelt: reading(
    () =>
      `${API_BASE}/workflows?q=${Array.from({ length: 16 }, () => `pictur${random().slice(0, 4)}`).join('+')}`,
  ),
  'refused-bodies': posting('/reports', 591_000),
  'unsigned-webhooks': posting('/payment/webhook/sandbox', 250_000),
}
