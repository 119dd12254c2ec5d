import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { refuseAddress } from './refuse-address.ts'

async function start() {
  const state = { asked: 0 }
  const server = createServer(
    refuseAddress(
      (_request, response) => {
        state.asked++
        response.end('answered')
      },
      () => 'Vignette',
    ),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { state, url, get: (path: string) => fetch(url + path) }
}

test('an address of 2,560 characters is answered, and a longer one is refused in a sentence, unread', async () => {
  const { get, state } = await start()
  expect((await get(`/${'a'.repeat(2_559)}`)).status).toBe(200)
  for (const path of [`/${'a'.repeat(2_560)}`, `/?key=${'a'.repeat(2_555)}`, '/'.repeat(15_500)]) {
    const refused = await get(path)
    expect(refused.status).toBe(414)
    expect(await refused.json()).toMatchObject({
      code: 'bad_request',
      error: 'The address is too long: at most 2,560 characters.',
    })
  }
  expect(state.asked).toBe(1)
})

test('the return address of a sign-in may be longer', async () => {
  const { get } = await start()
  const back = (length: number) => get(`/api/v1/auth/google/callback?code=${'a'.repeat(length)}`)
  expect((await back(4_000)).status).toBe(200)
  expect((await back(8_200)).status).toBe(414)
})

test('an address with two hosts is refused, unread', async () => {
  const { url, state } = await start()
  const answer = await new Promise((resolve) => {
    const headers = ['Host', 'a.test', 'host', 'b.test']
    request(url, { headers }, (got) => resolve(got.resume().statusCode)).end()
  })
  expect(answer).toBe(400)
  expect(state.asked).toBe(0)
})
