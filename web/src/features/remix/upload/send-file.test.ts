import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UPLOAD_TIMEOUT_MS } from '@vignette/contract/upload-limits.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { sendFile } from './send-file.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let close: (() => void) | undefined
afterEach(() => close?.())

/** Uploads to a real HTTP server on loopback. */
async function upload(
  handler: Handler,
  signal = new AbortController().signal,
  tell: (error: Error) => unknown = (error) => error.message,
) {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader(
      'access-control-allow-headers',
      'idempotency-key, x-csrf-token, x-visitor-id',
    )
    if (request.method === 'OPTIONS') return void response.end()
    request.resume().on('end', () => handler(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  window.location.href = `http://127.0.0.1:${port}/`
  return sendFile({
    kind: 'image',
    file: new File(['x'], 'a.png', { type: 'image/png' }),
    idempotencyKey: 'k1',
    signal,
    onProgress: () => undefined,
  }).catch(tell)
}

it('an upload returns URL and id and sends its key', async () => {
  let seen: IncomingMessage['headers'] = {}
  const answer = await upload((request, response) => {
    seen = request.headers
    response.writeHead(201).end('{"url":"/media/a.png","id":"a"}')
  })
  expect(answer).toMatchObject({ url: '/media/a.png', id: 'a' })
  expect(seen['idempotency-key']).toBe('k1')
  expect(seen['content-type']).toContain('multipart/form-data')
})

it.each([
  [500, '', 'Upload failed with status: 500'],
  [413, '{"error":"Too large."}', 'Upload failed with status: 413 - Too large.'],
  [200, 'not json', 'Invalid response format'],
  [200, '{"url":"/a"}', 'Invalid response format'],
])('an answer %d %s gives its message', async (status, body, message) => {
  expect(await upload((_, response) => response.writeHead(status).end(body))).toBe(message)
})

it('an upload may be sent again once a token has arrived meanwhile', async () => {
  const refusal = '{"error":"No token.","code":"csrf_failed"}'
  const failures = []
  for (const token of ['late', undefined]) {
    const failure = await upload(
      (_, response) => {
        if (token) document.cookie = `csrf_token=${token}; Path=/`
        response.writeHead(403).end(refusal)
      },
      undefined,
      (error) => error,
    )
    failures.push(failure)
  }
  expect(failures).toMatchObject([{ retryable: true }, { retryable: false }])
  document.cookie = 'csrf_token=; Path=/; Max-Age=0'
})

it('a server that does not answer gives a network error', async () => {
  expect(await upload((request) => request.socket.destroy())).toBe('Network error during upload')
})

it('an upload is given up after five minutes', async () => {
  const limits: number[] = []
  // The test environment implements no timeout, so simulate the browser's.
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends XMLHttpRequest {
      override send() {
        limits.push(this.timeout)
        this.dispatchEvent(new Event('timeout'))
      }
    },
  )
  expect(await upload(() => undefined)).toBe('Upload timed out')
  expect(limits).toEqual([UPLOAD_TIMEOUT_MS])
  vi.unstubAllGlobals()
})

it('an upload can be cancelled', async () => {
  const controller = new AbortController()
  const answer = await upload(() => controller.abort(), controller.signal)
  expect(answer).toBe('Upload cancelled')
})
