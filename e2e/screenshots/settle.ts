import type { Page } from '@playwright/test'

/** Scrolls through the page to load lazy pictures, and waits until every picture is loaded. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    scrollTo(0, 0)
    await document.fonts.ready
  })
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined)
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  // A picture that the screen shows as missing never loads, and the wait for it must end; a loaded
  // picture is seen once the browser has decoded it.
  await page
    .waitForFunction(() => [...document.images].every((image) => image.complete), null, {
      timeout: 5000,
    })
    .catch(() => undefined)
  await page.evaluate(() =>
    Promise.allSettled(
      [...document.images].filter((image) => image.complete).map((image) => image.decode()),
    ),
  )
}
