import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { startServer } from '../support/start-server.ts'
import { prepareScene, type Scene } from './prepare.ts'
import type { Screen } from './screen.ts'
import { SCREENS } from './screens.ts'
import { settle } from './settle.ts'
import { writeShowcase } from './showcase.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const THEMES = ['light', 'dark'] as const
const SIZES = {
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>
type Size = keyof typeof SIZES

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    showcase: { type: 'boolean', default: false },
    /** A running server, for repeated screenshots. */
    address: { type: 'string' },
  },
})

const server = values.address
  ? undefined
  : await startServer({ seed: true, env: { SEED_CREATIONS: 'false' } })
const address = values.address ?? server?.address ?? ''
const folder = await mkdtemp(path.join(tmpdir(), 'vignette-screenshots-'))
const browser = await chromium.launch(config.use?.launchOptions)
try {
  if (values.showcase) {
    await writeShowcase(browser, address, folder, path.join(ROOT, 'docs/images'))
  } else {
    const scene = await prepareScene(browser, address, folder)
    await takeAll(browser, scene, path.join(ROOT, '.cache/screenshots'))
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
  await server?.stop()
}

async function takeAll(browser: Browser, scene: Scene, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  for (const screen of SCREENS) {
    if (!values.only.split(',').some((part) => screen.name.includes(part))) continue
    for (const size of Object.keys(SIZES) as Size[]) {
      if (screen.only && screen.only !== size) continue
      await take(browser, scene, screen, size, target).catch((error: Error) => {
        process.exitCode = 1
        process.stderr.write(`${screen.name} (${size}): ${error.message}\n`)
      })
    }
  }
}

/** One visit takes both themes, because only the colours may differ. */
async function take(
  browser: Browser,
  scene: Scene,
  screen: Screen,
  size: Size,
  target: string,
): Promise<void> {
  const actor = screen.as && scene.actors[screen.as]
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: address,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(actor && { storageState: await actor.context.storageState() }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const { width } = SIZES[size].viewport
  let parts = 0
  const shoot = async (part: string) => {
    parts += 1
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await settle(page)
      await measure(page, `${screen.name}-${part}`, width)
      await page.screenshot({
        path: path.join(
          target,
          `${[screen.name, part].filter(Boolean).join('-')}.${width}.${theme}.png`,
        ),
        fullPage: !screen.window,
        animations: 'disabled',
      })
    }
  }
  try {
    await screen.visit(page, scene, shoot)
    if (parts === 0) await shoot('')
  } catch (error) {
    // A screenshot of the failure usually shows the cause.
    await page.screenshot({ path: path.join(target, `${screen.name}.failed.${width}.png`) })
    throw error
  } finally {
    await context.close()
  }
}

/** Reports sideways scrolling, which a screenshot does not show. */
async function measure(page: Page, name: string, width: number): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > width) {
    process.exitCode = 1
    process.stderr.write(`${name} is ${wide} px wide on a screen of ${width} px\n`)
  }
}
