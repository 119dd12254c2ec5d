import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCaller, createWord } from './support/caller.ts'
import { inspect } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** A server of the reader's own, which answers as it is told. */
async function startHook() {
  const types: string[] = []
  let status = 200
  const server = createServer((request, answer) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      types.push((JSON.parse(text) as { type: string }).type)
      answer.writeHead(status).end(status === 200 ? 'thank you' : 'no room here')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    types,
    answer: (next: number) => {
      status = next
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

// The browser logs the refused address.
test.use({ expectedConsole: [/status of 400/] })

test('somebody has news sent to a server, sees a refusal, and sends it again', async ({ page }) => {
  const hook = await startHook()
  await signInAtOnce(page.request, `${createWord()}@example.com`)
  const me = (await (await page.request.get('/api/v1/users/me')).json()) as { id: string }
  const caller = createCaller(page.request, me.id)
  const recipe = await caller.publish({ name: `Paper bird ${createWord()}` })
  await page.goto('/studio/webhooks')
  await inspect(page)
  await page.getByLabel('Address').fill('https://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('not on the public internet')).toBeVisible()
  await page.getByLabel('Address').fill(hook.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('Copy the signing secret now.')).toBeVisible()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  const item = page.getByRole('listitem', { name: hook.url })
  await expect(item.getByText('Nothing waits.')).toBeVisible()
  await inspect(page)

  await item.getByRole('button', { name: 'Send a test' }).click()
  const deliveries = item.getByRole('list', { name: 'Deliveries, the newest first' })
  await expect(deliveries.getByText(/^Answer 200 in/)).toBeVisible()
  await deliveries.getByText('What it answered').click()
  await expect(deliveries.getByText('thank you')).toBeVisible()

  hook.answer(500)
  await caller.make(recipe.id, { words: 'a bird' })
  await expect(deliveries.getByText('creation.completed')).toBeVisible()
  await expect(deliveries.getByText(/^Answer 500 in/)).toBeVisible()
  await inspect(page)
  hook.answer(200)
  await deliveries.getByRole('button', { name: /^Send again: creation.completed/ }).click()
  await expect(deliveries.getByText(/^Answer 200 in .* \d attempts\.$/)).toBeVisible()
  expect(hook.types.slice(0, 2)).toEqual(['webhook.test', 'creation.completed'])

  await item.getByRole('button', { name: 'Pause' }).click()
  await expect(item.getByText('Nothing is sent.')).toBeVisible()
  await item.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  await expect(page.getByText('Copy the signing secret now.')).toBeVisible()
  await item.getByRole('button', { name: 'Delete' }).click()
  await inspect(page)
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('Webhook deleted')).toBeVisible()
  await expect(item).toHaveCount(0)
  await hook.close()
})
