import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, Fault, readAccount } from './api.ts'

interface ListenOptions {
  events?: string | undefined
  forward?: string | undefined
  port?: string | undefined
  url?: string | undefined
}

const MOST_BYTES = 1_000_000

/**
 * Makes a webhook that leads to this program, prints each genuine call of it, forwards the call to
 * a local address, and removes the webhook when the program ends.
 */
export async function listenToWebhooks(options: ListenOptions): Promise<void> {
  let secret = ''
  const server = createServer((request, response) => {
    const end = (status: number) => response.writeHead(status).end()
    receive(request, () => secret, options.forward).then(end, (error: Error) => {
      console.error(error.message)
      end(400)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(options.port ?? 0), '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = options.url ?? `http://127.0.0.1:${port}/`
  const events = options.events?.split(',') ?? (await listEvents())
  const made = await call<{ id: string; secret: string }>('POST', '/webhooks', {
    body: { url, events },
  })
  secret = made.secret
  console.error(`Listening at ${url} with the secret ${secret}; Ctrl-C ends it.`)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  server.close()
  await call('DELETE', `/webhooks/${made.id}`)
}

/** The document lists every event. */
async function listEvents(): Promise<string[]> {
  const answer = await fetch(`${readAccount().site}/api/v1/openapi.json`)
  const { webhooks } = (await answer.json()) as { webhooks: Record<string, unknown> }
  return Object.keys(webhooks).filter((name) => name !== 'webhook.test')
}

/** Answers what the local address answered, or 200 where the call goes nowhere. */
async function receive(
  request: IncomingMessage,
  secretNow: () => string,
  forward: string | undefined,
): Promise<number> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Fault('A call of more than a megabyte was refused.')
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (!isGenuine(secretNow(), request, body)) throw new Fault('A call with a wrong signature.')
  console.log(body.toString())
  if (!forward) return 200
  const headers = Object.entries(request.headers).filter(
    ([name]) => name.startsWith('webhook-') || name === 'content-type',
  )
  const answer = await fetch(forward, {
    method: 'POST',
    headers: headers as [string, string][],
    body,
    redirect: 'manual',
  }).catch(() => undefined)
  console.error(answer ? `${forward} answered ${answer.status}` : `${forward} does not answer`)
  return answer?.status || 502
}

/** As standardwebhooks.com says: HMAC-SHA256 over id, time and body, of the last five minutes. */
function isGenuine(secret: string, { headers }: IncomingMessage, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signed } = headers
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key)
    .update(`${String(id)}.${String(at)}.`)
    .update(body)
  const expected = Buffer.from(`v1,${mac.digest('base64')}`)
  return String(signed)
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}
