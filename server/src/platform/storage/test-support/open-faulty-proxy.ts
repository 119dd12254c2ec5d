import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `half`: the headers and part of the body of the true answer, then silence. */
export type Fault = 'pass' | 'fail' | 'hang' | 'cut' | 'half'

export interface FaultyProxy {
  endpoint: string
  /** Chooses the fault of each call by the number of calls before. */
  fault: (request: IncomingMessage, before: number) => Fault
  /** Method and path of each call. */
  calls: string[]
  close(): Promise<void>
}

/** A proxy before an object store that fails as networks and overloaded stores fail. */
export async function openFaultyProxy(endpoint: string, port = 0): Promise<FaultyProxy> {
  const target = new URL(endpoint)
  const server = createServer((request, response) => {
    const fault = proxy.fault(request, proxy.calls.length)
    proxy.calls.push(`${request.method} ${request.url}`)
    if (fault === 'hang') return
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'fail') {
      request.resume()
      response.writeHead(500, { 'content-type': 'application/xml' })
      return void response.end('<Error><Code>InternalError</Code><Message>no</Message></Error>')
    }
    const { method, url, headers } = request
    const onward = forward({
      host: target.hostname,
      port: target.port,
      method,
      path: url,
      headers,
      agent: false,
    })
    onward.on('error', () => request.socket.destroy())
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (fault === 'half')
        answer.once('data', (chunk: Buffer) => response.write(chunk.subarray(1)))
      else answer.pipe(response)
    })
    request.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => 'pass',
    calls: [],
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return proxy
}
