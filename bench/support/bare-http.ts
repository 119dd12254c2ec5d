import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

// The upper limit: node:http sends ready bytes with ready headers, which stand in its input.

const { headers, body } = (await json(process.stdin)) as {
  headers: [string, string][]
  body: string
}
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, headers.flat())
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
