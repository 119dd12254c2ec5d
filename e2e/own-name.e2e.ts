import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ACCENTS, deriveColours, writeColours } from '@vignette/contract/accent.ts'
import { createWord } from './support/caller.ts'
import { expectContrast } from './support/inspect.ts'
import { signInAtOnce } from './support/sign-in.ts'
import { startServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

const NAME = 'Blüte & Söhne'
const NOTICE = 'We are away on Sunday.'
const ICON =
  '<svg viewBox="0 0 60 20" onload="alert(1)"><rect width="60" height="20" fill="#8a2a8f"/></svg>'

test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright derives from the empty pattern that no other fixture is needed.
  baseURL: async ({}, use) => {
    const env = { SHOP_NAME: NAME, SHOP_ACCENT: ACCENTS.plum, SHOP_ICON: ICON, SHOP_NOTICE: NOTICE }
    const shop = await startServer({ seed: false, env })
    await use(shop.address)
    await shop.stop()
  },
  // Half of the addresses name nothing, or are another person's.
  expectedConsole: [/status of 40[0-9]/],
})

/** Every page of the app, by its path. */
const PATHS = [
  ...readFileSync(new URL('../web/src/app/pages.ts', import.meta.url), 'utf8').matchAll(
    /^ {4}path: '([^']+)'/gm,
  ),
].map(([, path = '']) => path)

/** What the page holds, whether shown or not, without the names of cookies and stored entries. */
async function readAll(page: Page): Promise<string> {
  const html = await page.evaluate(() => document.documentElement.outerHTML)
  return `${await page.title()} ${html}`.replaceAll(/vignette_[a-z]+/g, '')
}

test('no page names the software, to strangers and to an admin who sells', {
  tag: '@desktop',
}, async ({ page, context, creator }) => {
  const recipe = await creator.publish({ name: createWord() })
  const creation = await creator.make(recipe.id, { words: 'named' }, { public: true })
  const fill = (path: string) =>
    path.replace(':id', () => {
      if (path.startsWith('/workflows')) return recipe.id
      return path.startsWith('/creations')
        ? creation.id
        : path.startsWith('/@')
          ? 'mara'
          : randomUUID()
    })
  expect(PATHS.length).toBeGreaterThan(45)
  for (const who of ['a stranger', 'an admin'] as const) {
    if (who === 'an admin') {
      await signInAtOnce(context.request, `${createWord()}@example.com`, { admin: true })
    }
    for (const path of [...PATHS, '/no/such/page']) {
      await page.goto(fill(path).replace(':name', createWord()), {
        waitUntil: who === 'an admin' ? 'networkidle' : 'load',
      })
      expect((await readAll(page)).match(/.{0,80}vignette.{0,80}/i)?.[0], `${path} to ${who}`).toBe(
        undefined,
      )
      expect(await page.title(), path).toContain(NAME)
    }
  }
})

test('the mark is the operator’s, and three accents can be read on the main screens in both schemes', {
  tag: '@desktop',
}, async ({ page, context, creator, request }) => {
  const icon = await request.get('/favicon.svg')
  expect(await icon.text()).not.toContain('onload')
  expect(icon.headers()['content-security-policy']).toContain('sandbox')
  await signInAtOnce(context.request, `${createWord()}@example.com`, { admin: true })
  const recipe = await creator.publish({ name: createWord() })
  const creation = await creator.make(recipe.id, { words: 'red' }, { public: true })
  for (const path of [
    '/',
    '/workflows',
    `/workflows/${recipe.id}`,
    `/workflows/${recipe.id}/remix`,
    `/creations/${creation.id}`,
    '/profile',
    '/studio',
    '/studio/recipes/new',
    '/admin',
    '/verify',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('banner').locator('img').first()).toHaveJSProperty('complete', true)
    await expect(page.getByRole('complementary', { name: 'Notice' })).toHaveText(NOTICE)
    for (const accent of Object.values(ACCENTS)) {
      const colours = deriveColours(accent)
      if (!colours) throw new Error(`${accent} does not pass`)
      await page.addStyleTag({ content: writeColours(colours) })
      await expectContrast(page)
    }
  }
})
