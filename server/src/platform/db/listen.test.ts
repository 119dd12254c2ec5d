import { connect, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGate } from '../../../test/support/create-gate.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { listen } from './listen.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const silent = pino({ level: 'silent' })

async function countConnections(name: string): Promise<number> {
  const { rows } = await database.pool.query<{ found: number }>(
    'select count(*)::int as found from pg_stat_activity where application_name = $1',
    [name],
  )
  return rows[0]?.found ?? 0
}

async function cut(name: string): Promise<void> {
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [name],
  )
}

/** A proxy to the server that makes each connection after the first wait until the test lets it through. */
async function openSlowLine() {
  const server = new URL(database.connectionString)
  const folder = server.searchParams.get('host')
  const knocked = createGate(1)
  const letThrough = createGate(1)
  const ended = createGate(1)
  let connections = 0
  const line = createServer((socket: Socket) => {
    connections += 1
    const isFirst = connections === 1
    socket.on('error', () => undefined)
    const pass = () => {
      const port = Number(server.port)
      const onward = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, server.hostname)
      onward.on('error', () => undefined)
      socket.pipe(onward).pipe(socket)
    }
    if (isFirst) return pass()
    socket.on('close', () => void ended.arrive())
    void knocked.arrive()
    void letThrough.opened.then(pass)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void line.close())
  const address = line.address()
  if (!address || typeof address === 'string') throw new Error('the line has no port')
  const through = new URL(database.connectionString)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  return { connectionString: through.href, knocked, letThrough, ended }
}

test('a cut connection is opened again, and reports that notifications were lost', async () => {
  const heard: string[] = []
  const reconnected = createGate(1)
  const listener = await listen({
    connectionString: database.connectionString,
    applicationName: 'listen-cut',
    channel: 'news',
    log: silent,
    onNotification: ({ payload }) => void heard.push(payload ?? ''),
    onReconnect: () => void reconnected.arrive(),
  })
  onTestFinished(() => listener.close())
  await cut('listen-cut')
  await reconnected.opened
  expect(listener.isConnected()).toBe(true)
  await database.pool.query(`notify news, 'again'`)
  await expect.poll(() => heard).toEqual(['again'])
})

test('a listener whose LISTEN is refused keeps no connection', async () => {
  const refused = listen({
    connectionString: database.connectionString,
    applicationName: 'listen-refused',
    channel: '',
    log: silent,
    onNotification: () => undefined,
    onReconnect: () => undefined,
  })
  await expect(refused).rejects.toThrow('zero-length')
  await expect.poll(() => countConnections('listen-refused')).toBe(0)
})

test('a listener closed while reconnecting keeps no connection and reports nothing', async () => {
  const line = await openSlowLine()
  let told = 0
  const listener = await listen({
    connectionString: line.connectionString,
    applicationName: 'listen-closed',
    channel: 'news',
    log: silent,
    onNotification: () => undefined,
    onReconnect() {
      told += 1
    },
  })
  await cut('listen-closed')
  await line.knocked.opened
  await listener.close()
  await line.letThrough.arrive()
  await line.ended.opened
  await expect.poll(() => countConnections('listen-closed')).toBe(0)
  expect(told).toBe(0)
})
