import type { Server, ServerResponse } from 'node:http'
import { listenOnLoopback } from './listen-on-loopback.ts'

export interface Recorded {
  method: string
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
  json(): Record<string, unknown>
}

export type Reply = (request: Recorded, answer: ServerResponse) => void

/** What a vendor answers instead of its sample; a test may change it between two calls. */
export interface OwnFiles {
  picture?: Buffer
  film?: Buffer
}

export interface StandIn {
  origin: string
  server: Server
  seen: Recorded[]
  /** Answers the next request with this reply instead of the usual one. */
  failOnce(reply: Reply): void
  /** Resolves with the first matching request, past or future. */
  once(fits: (request: Recorded) => boolean): Promise<Recorded>
  close(): Promise<void>
}

/** A vendor's API on loopback: records requests and lets a test break the next answer. */
export async function startStandIn(reply: Reply): Promise<StandIn> {
  const seen: Recorded[] = []
  const faults: Reply[] = []
  const waiting: { fits: (request: Recorded) => boolean; done: (request: Recorded) => void }[] = []
  const listening = await listenOnLoopback((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const recorded: Recorded = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        json: () => JSON.parse(body.toString()) as Record<string, unknown>,
      }
      seen.push(recorded)
      for (const { fits, done } of waiting) if (fits(recorded)) done(recorded)
      const answerWith = faults.shift() ?? reply
      answerWith(recorded, answer)
    })
  })
  return {
    origin: listening.origin,
    server: listening.server,
    seen,
    failOnce: (fault) => faults.push(fault),
    once: (fits) => {
      const past = seen.find(fits)
      return past ? Promise.resolve(past) : new Promise((done) => waiting.push({ fits, done }))
    },
    close: () => listening.close(),
  }
}

export function sendJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const faults = {
  status:
    (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
    (_, answer) => {
      for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value)
      sendJson(answer, status, body)
    },
  hang: (() => {}) as Reply,
  garbage: ((_, answer) =>
    answer.writeHead(200, { 'content-type': 'application/json' }).end('<html>{')) as Reply,
  cut: ((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      .write('{"', () => answer.destroy())) as Reply,
  huge: ((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(Buffer.alloc(300_000, 0x20))
  }) as Reply,
}
