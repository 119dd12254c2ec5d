import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { countUnanswered, limitConnections } from './limit-connections.ts'

/** A reset by the server counts as a close. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

async function start(perClient: number | undefined) {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => answers.push(response))
  limitConnections(server, countUnanswered(server), perClient)
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const ask = async (localAddress?: string) => {
    const socket = await open(localAddress)
    const before = answers.length
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    while (answers.length === before && !socket.destroyed) {
      await Promise.race([once(server, 'request'), closed(socket)])
    }
    return socket
  }
  return { open, ask, answers }
}

test('a client IP’s connection beyond the limit is closed, and another client’s connection is accepted', async () => {
  const { ask, answers } = await start(2)
  const busy = [await ask(), await ask()]
  expect((await ask()).destroyed).toBe(true)
  expect((await ask('127.0.0.2')).destroyed).toBe(false)
  expect(busy.map((socket) => socket.destroyed)).toEqual([false, false])
  expect(answers).toHaveLength(3)
})

test('a connection that waits for a request makes room, and an answered connection waits again', async () => {
  const { open, ask, answers } = await start(2)
  const idle = await open()
  const answered = await ask()
  expect(idle.destroyed).toBe(false)
  const third = ask()
  await closed(idle)
  expect((await third).destroyed).toBe(false)
  answers[0]?.end('x')
  await once(answered, 'data')
  const fourth = ask()
  await closed(answered)
  expect((await fourth).destroyed).toBe(false)
})

test('without a limit per client, the connections of one client are not counted', async () => {
  const { ask } = await start(undefined)
  const all = [await ask(), await ask(), await ask()]
  expect(all.map((socket) => socket.destroyed)).toEqual([false, false, false])
})
