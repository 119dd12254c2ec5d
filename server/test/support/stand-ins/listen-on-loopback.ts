import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  server: Server
  origin: string
  close(): Promise<void>
}

/** A server on a free loopback port; closing the server also aborts open responses. */
export async function listenOnLoopback(handler: RequestListener): Promise<Listening> {
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    server,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** For a program that is told its port: a public server tells its public address at its start, and not its port. */
export async function findFreePort(): Promise<number> {
  const probe = await listenOnLoopback(() => undefined)
  await probe.close()
  return Number(new URL(probe.origin).port)
}
