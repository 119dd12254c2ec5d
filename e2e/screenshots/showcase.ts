import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { prepareScene } from './prepare.ts'
import { settle } from './settle.ts'

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
const QUALITY = 80

/** The few screenshots in the README. */
export async function writeShowcase(
  browser: Browser,
  address: string,
  folder: string,
  target: string,
): Promise<void> {
  await mkdir(target, { recursive: true })
  const take = async (
    name: string,
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<unknown>,
  ) => {
    const context = await browser.newContext({
      ...options,
      baseURL: address,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await visit(page)
    await settle(page)
    // Playwright writes only PNG and JPEG.
    const devtools = await context.newCDPSession(page)
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      clip: {
        x: 0,
        y: 0,
        width: options.viewport?.width ?? 0,
        height: options.viewport?.height ?? 0,
        scale: options.deviceScaleFactor ?? 1,
      },
    })
    await writeFile(path.join(target, `${name}.webp`), Buffer.from(data, 'base64'))
    await context.close()
  }
  // The catalogue at first start, before any creator has published.
  await take('discover', { ...DESKTOP, colorScheme: 'light' }, (page) => page.goto('/workflows'))
  const { actors, workflows, creations, photo } = await prepareScene(browser, address, folder)
  const storageState = await actors.creator.context.storageState()
  await take('creation', { ...DESKTOP, colorScheme: 'dark', storageState }, async (page) => {
    await page.goto(`/creations/${creations.painting}`)
  })
  await take('remix', { ...PHONE, colorScheme: 'light' }, async (page) => {
    await page.goto(`/workflows/${workflows.film}/remix`)
    await page.locator('input[type=file]').setInputFiles(photo)
    await page.getByRole('tab', { name: 'Crop' }).waitFor()
  })
}
