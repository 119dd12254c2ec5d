import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { receiveInTime } from './receive-in-time.ts'

const SOON_MS = 40
const LATE_MS = 60_000

/** A reset by the server counts as a close. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

async function start(handler: RequestListener) {
  const server = createServer(receiveInTime(handler, { upload: LATE_MS, ordinary: SOON_MS }))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Sends headers that announce a body, and part of the body or nothing; gives the whole answer. */
  const open = (path: string, body = '', length = 500_000) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`)
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    return { socket, heard: () => heard }
  }
  return { open, server, url: `http://127.0.0.1:${port}` }
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
    request.once('end', () => setTimeout(() => response.end('done'), 3 * SOON_MS))
  })
  const { socket } = open('/api/v1/upload/image', 'a')
  const slow = await fetch(`${url}/slow`, { method: 'POST', body: 'all of it' })
  expect(await slow.text()).toBe('done')
  expect(asked).toBe(2)
  expect(socket.destroyed).toBe(false)
})

test('a long body that was refused is not read, and its client reads why before the connection closes', async () => {
  const { open, server } = await start((_request, response) => response.writeHead(429).end('no'))
  let read = 0
  server.on('connection', (accepted: Socket) => {
    accepted.once('close', () => {
      read = accepted.bytesRead
    })
  })
  const { socket, heard } = open('/api/v1/upload/image', 'a'.repeat(50), 40_000_000)
  const more = Buffer.alloc(1_000_000)
  const send = () => {
    while (socket.writable && socket.write(more));
  }
  socket.on('drain', send)
  send()
  await closed(socket)
  expect(heard()).toMatch(/^HTTP\/1\.1 429 /)
  expect(heard()).toMatch(/\r\nconnection: close\r\n/i)
  expect(read).toBeLessThan(1_000_000)
})

test('a short rest of a refused body is dropped, and its connection takes the next request', async () => {
  const { open } = await start((request, response) => {
    response.writeHead(request.method === 'POST' ? 429 : 200).end('no')
  })
  const { socket, heard } = open('/api/v1/upload/image', '', 9_000)
  await once(socket, 'data')
  socket.write(`${'a'.repeat(9_000)}GET / HTTP/1.1\r\nHost: a\r\n\r\n`)
  await once(socket, 'data')
  expect(heard()).toMatch(/^HTTP\/1\.1 429 [^]*HTTP\/1\.1 200 /)
})

test('what goes on after a body that was taken is cut off', async () => {
  const { open } = await start((request, response) => {
    request.once('data', () => response.writeHead(201).end('yes'))
  })
  const { socket, heard } = open('/api/v1/upload/image', 'a')
  await once(socket, 'data')
  expect(socket.destroyed).toBe(false)
  socket.write('a'.repeat(400_000))
  await closed(socket)
  expect(heard()).toMatch(/^HTTP\/1\.1 201 /)
})
