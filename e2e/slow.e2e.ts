import type { Page } from '@playwright/test'
import { createWord } from './support/caller.ts'
import { expect, test } from './support/test.ts'

/** Measures the layout shift that the visitor did not cause, from the first byte on. */
async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) sum += entry.value
      document.documentElement.dataset['shift'] = String(sum)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      // Wait two frames, so that every drawn frame is measured.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return Number(document.documentElement.dataset['shift'] ?? 0)
    })
}

/** Holds answers to these calls until the returned function is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('pages do not shift while they load', async ({ page, creator }) => {
  const listed = { category: 'posters' as const, tags: ['film-noir'] }
  const recipe = await creator.publish({ name: createWord(), ...listed })
  const creation = await creator.make(recipe.id, { words: 'still' }, { public: true })
  const shift = await measureShift(page)
  for (const path of ['/', '/workflows', `/workflows/${recipe.id}`, `/creations/${creation.id}`]) {
    await page.goto(path, { waitUntil: 'load' })
    await page.evaluate(() => document.fonts.ready)
    expect(await shift(), path).toBeLessThan(0.001)
  }
})

test('a face that comes too late moves nothing, also when the whole style sheet follows', {
  tag: '@desktop',
}, async ({ page }) => {
  const shift = await measureShift(page)
  const releaseFace = await hold(page, '**/*.woff2')
  const releaseSheet = await hold(page, '**/*.css')
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // An optional face has 100 ms from its request on; then the page stays as it is.
  await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return paint && performance.now() - paint.startTime > 200
  })
  const came = page.waitForResponse('**/*.woff2')
  releaseFace()
  await (await came).finished()
  releaseSheet()
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  expect(await shift()).toBeLessThan(0.001)
})

test('a slow catalogue first shows eight skeletons', async ({ page, isMobile }) => {
  const shift = await measureShift(page)
  const release = await hold(page, '**/api/v1/workflows?*')
  await page.goto('/terms')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
  await expect(page.getByTestId('workflow-skeleton')).toHaveCount(8)
  const top = async (name: 'workflow-skeleton' | 'article') => {
    const one =
      name === 'article' ? page.getByRole('article').first() : page.getByTestId(name).first()
    return (await one.boundingBox())?.y
  }
  const before = await top('workflow-skeleton')
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await top('article')).toBe(before)
  expect(await shift()).toBeLessThan(0.01)
})

test('a slow recipe and a slow creation show skeletons in their layout', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const word = createWord()
  const recipe = await creator.publish({ name: word })
  const creation = await creator.make(recipe.id, { words: 'slow' }, { public: true })
  await page.goto(`/workflows?q=${word}`)
  const releaseRecipe = await hold(page, `**/api/v1/workflows/${recipe.id}`)
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page.getByText('Loading workflow...')).toBeAttached()
  releaseRecipe()
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  const releaseCreation = await hold(page, `**/api/v1/creations/${creation.id}`)
  await page.locator(`a[href="/creations/${creation.id}"]`).click()
  await expect(page.getByRole('status', { name: 'Loading creation' })).toBeVisible()
  releaseCreation()
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible()
  const releaseRemix = await hold(page, `**/api/v1/workflows/${recipe.id}`)
  await page.getByRole('link', { name: 'Remix Workflow' }).click()
  await expect(page.getByText('Loading workflow...')).toBeVisible()
  releaseRemix()
  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
})

test('with reduced motion, no animation keeps running', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const release = await hold(page, `**/api/v1/workflows/${recipe.id}`)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await expect(page.getByText('Loading workflow...')).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 1000)
      .map((animation) => (animation as CSSAnimation).animationName),
  )
  expect(moving).toEqual([])
  release()
  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
})
