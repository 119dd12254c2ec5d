import { inspect } from './support/inspect.ts'
import { type StartedServer, startServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

// The poster is drawn from a recipe of the first catalogue, which the other journeys do without.
test.describe.configure({ mode: 'default' })
let shop: StartedServer
test.beforeAll(async () => {
  // One sample at a time, since the other journeys run beside this shop.
  const env = { SEED_CREATIONS: 'false', WORKER_CONCURRENCY: '1' }
  shop = await startServer({ seed: true, samples: false, env })
  // The catalogue is planted after the first page is answered.
  const readPage = async () => (await fetch(shop.address)).text()
  await expect.poll(readPage, { timeout: 60_000 }).toContain('Where did you grow up?')
})
test.afterAll(() => shop.stop())
test.beforeEach(({ page }) => page.goto(shop.address).then(() => undefined))

test('a town is drawn as one types, and leads into the remix with it', async ({ page }) => {
  const poster = page.getByRole('img', { name: 'A poster of Whitby' })
  await page.getByLabel('Where did you grow up?').fill('Whitby')
  // A busy machine fetches and compiles the drawing kit slowly.
  await expect(poster).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Poster drawn: Whitby')).toBeAttached()
  const before = await poster.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  await page.getByLabel('What it was like').selectOption('In the desert')
  await expect
    .poll(() => poster.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()))
    .not.toBe(before)
  await inspect(page)
  await page.getByRole('button', { name: 'Make this poster' }).click()
  await expect(page).toHaveURL(/remix\?input\.town=Whitby/)
  await expect(page.getByRole('heading', { name: 'Your Inputs' })).toBeVisible()
  await expect(page.getByText('Whitby', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A preview of what your answers make' })).toBeVisible()
  await inspect(page)
})

test('words that a run would refuse are refused in the hero', { tag: '@desktop' }, async ({
  page,
}) => {
  const field = page.getByLabel('Where did you grow up?')
  await field.fill('naked children')
  await expect(page.getByRole('alert')).toContainText('not allowed here')
  await expect(page.getByRole('img', { name: /A poster of/ })).toBeHidden()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await expect(field).toBeFocused()
})

test.describe('without scripts', { tag: '@desktop' }, () => {
  test.use({ javaScriptEnabled: false })

  test('the hero’s form leads to the remix with its words', async ({ page }) => {
    await page.getByRole('textbox').fill('Whitby')
    await page.getByRole('button', { name: 'Make this poster' }).click()
    await expect(page).toHaveURL(/\/remix\?input\.town=Whitby&input\.land=/)
  })
})

test.describe('where the drawing kit does not come', { tag: '@desktop' }, () => {
  test.use({ expectedConsole: [/net::ERR_FAILED/] })

  test.beforeEach(({ page }) =>
    page.route('**/*.woff2', (route) =>
      route.request().url().includes('/assets/') ? route.abort() : route.continue(),
    ),
  )

  test('the server draws a small poster', async ({ page }) => {
    await page.getByLabel('Where did you grow up?').fill('Whitby')
    const poster = page.getByRole('img', { name: 'A poster of Whitby' })
    await expect(poster).toBeVisible()
    const size = (picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight]
    expect(await poster.evaluate(size)).toEqual([213, 320])
    await expect(page.getByText('Poster drawn: Whitby')).toBeAttached()
    await inspect(page)
  })

  test('and the server neither, the hero says so, and its button still works', async ({ page }) => {
    await page.route('**/front-page/poster', (route) => route.abort())
    await page.getByLabel('Where did you grow up?').fill('Whitby')
    await expect(page.getByText('The poster cannot be drawn here.')).toBeVisible()
    await page.getByRole('button', { name: 'Make this poster' }).click()
    await expect(page).toHaveURL(/remix\?input\.town=Whitby/)
  })
})
