import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { listenOnLoopback } from './listen-on-loopback.ts'

export interface Hook {
  path: string
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> &
    IncomingHttpHeaders
  /** As it came. */
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

export type HookAnswer = number | 'hang' | ((answer: ServerResponse, hook: Hook) => void)

export interface HookStandIn {
  url: string
  received: Hook[]
  /** The types of what came, in order. */
  types(): string[]
  /** How each further call is answered. */
  answer(how: HookAnswer): void
  /** Waits until so many calls have come in all. */
  until(count: number): Promise<Hook[]>
  close(): Promise<void>
}

/** An account's own server, to which its webhooks lead. */
export async function startHookStandIn(): Promise<HookStandIn> {
  const received: Hook[] = []
  let how: HookAnswer = 200
  const server = await listenOnLoopback((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const hook = {
        path: request.url ?? '',
        headers: request.headers as Hook['headers'],
        text,
        body: JSON.parse(text || 'null'),
      }
      received.push(hook)
      if (how === 'hang') return
      if (typeof how === 'function') how(answer, hook)
      else answer.writeHead(how).end('ok')
    })
  })
  return {
    url: `${server.origin}/hook`,
    received,
    types: () => received.map(({ body }) => body.type),
    answer: (next) => {
      how = next
    },
    until: async (count) => {
      await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
      return received
    },
    close: () => server.close(),
  }
}
