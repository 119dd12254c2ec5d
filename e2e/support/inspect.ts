import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type axe from 'axe-core'
import type { Result, RunOptions } from 'axe-core'

/** The wrapper for Playwright sends the source twice, unminified, for each run. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const NARROWEST = 320
const WIDEST = 2560
/** The width alone is checked there, so little is painted. */
const LOW = 200

/**
 * Checks of every screen in every state: axe in both colour schemes, and no sideways scrolling.
 * Only contrast differs between the schemes, and contrast is the same at both sizes, so the phone
 * skips the second scheme except with `onlyOnPhone`, for screens that the desktop never shows. `except`
 * names rules that others’ markup breaks.
 */
export async function inspect(
  page: Page,
  { onlyOnPhone = false, except = [] }: { onlyOnPhone?: boolean; except?: string[] } = {},
): Promise<void> {
  const before = page.viewportSize()
  const isWide = before !== null && before.width >= 1000
  const sees = isWide || onlyOnPhone
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  await expectNoViolations(page, 'light', {
    rules: { ...rules, 'color-contrast': { enabled: sees } },
  })
  await expectNoSideScroll(page)
  if (sees) await expectNoViolations(page, 'dark', { runOnly: ['color-contrast'] })
  if (!isWide) return
  for (const width of [NARROWEST, WIDEST]) {
    await page.setViewportSize({ width, height: LOW })
    await expectNoSideScroll(page)
  }
  await page.setViewportSize(before)
}

/** Contrast alone, in both colour schemes, for colours that the operator chose. */
export async function expectContrast(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const)
    await expectNoViolations(page, scheme, { runOnly: ['color-contrast'] })
}

async function expectNoViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  options: RunOptions,
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const look = async () => {
    await settle(page)
    const violations = await runAxe(page, { ...options, resultTypes: ['violations'] })
    return violations.map(describeViolation)
  }
  // A transition that begins while axe looks, as of a button that becomes ready, is no fault.
  await expect.poll(look, `axe, ${colorScheme}`).toEqual([])
}

/** Runs axe in the page itself, because these pages have no frames. */
async function runAxe(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (given) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    return (await run(document, given)).violations
  }, options)
}

async function expectNoSideScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`)
    .toBeLessThanOrEqual(width ?? 0)
}

/**
 * Ends transitions, because contrast in mid-transition is not meant to pass; a transition on a
 * hidden element would never end by itself.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    }
  })
}

function describeViolation({ id, help, nodes }: Result): string {
  const places = nodes.map((node) => `${node.html.slice(0, 200)} — ${node.failureSummary ?? ''}`)
  return `${id}: ${help}\n${places.slice(0, 4).join('\n')}`
}
