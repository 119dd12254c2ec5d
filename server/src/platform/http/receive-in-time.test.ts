import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { receiveInTime } from './receive-in-time.ts'

const SOON = { ms: 40, surplusBytes: 1_000 }
const LATE = { ms: 60_000, surplusBytes: 1_000_000 }

/** A reset by the server counts as a close. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

async function start(handler: RequestListener) {
  const server = createServer(receiveInTime(handler, { upload: LATE, ordinary: SOON }))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Sends headers that announce a body, and part of the body or nothing; gives the whole answer. */
  const open = (path: string, body = '') => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n${body}`)
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    return { socket, heard: () => heard }
  }
  return { open, url: `http://127.0.0.1:${port}` }
}

test('a body that arrives too late is refused in a sentence, and the connection is closed', async () => {
  const { open } = await start((request) => void request.resume())
  const { socket, heard } = open('/api/v1/reports', '{')
  await closed(socket)
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
  expect(heard()).toContain('The request came too slowly.')
})

test('an upload has a longer limit, and an answer has no limit', async () => {
  let asked = 0
  const { open, url } = await start((request, response) => {
    asked++
    request.resume()
    request.once('end', () => setTimeout(() => response.end('done'), 3 * SOON.ms))
  })
  const { socket } = open('/api/v1/upload/image', 'a')
  const slow = await fetch(`${url}/slow`, { method: 'POST', body: 'all of it' })
  expect(await slow.text()).toBe('done')
  expect(asked).toBe(2)
  expect(socket.destroyed).toBe(false)
})

test('a body that continues after its answer is cut off', async () => {
  const { open } = await start((_request, response) => response.writeHead(429).end('no'))
  const { socket, heard } = open('/api/v1/upload/image')
  await once(socket, 'data')
  const { socket: other } = open('/api/v1/reports', 'a'.repeat(400_000))
  await closed(other)
  expect(socket.destroyed).toBe(false)
  expect(heard()).toMatch(/^HTTP\/1\.1 429 /)
})
