import { type ComponentType, lazy } from 'react'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './pages.ts'

const screens = new Map<Page, ComponentType>()
const failed = new Set<Page>()

/** Loads the code of a page's screen, so that React can render the screen at once. */
export async function loadScreen(page: Page): Promise<void> {
  const screen = await page.load()
  if (!screens.has(page)) screens.set(page, screen)
}

/** The page's screen; suspends until its code has loaded. */
export function screenOf(page: Page | undefined): ComponentType {
  if (!page) return NotFoundPage
  const known = screens.get(page)
  if (known) return known
  const screen = lazy(async () => {
    try {
      return { default: await page.load() }
    } catch (error) {
      failed.add(page)
      throw error
    }
  })
  screens.set(page, screen)
  return screen
}

/**
 * Makes the next visit reload code that failed to load. Called once the fault is visible: React
 * renders a failed screen twice, and a new promise at the second time would suspend for ever.
 */
export function forgetFailedScreens(): void {
  for (const page of failed) screens.delete(page)
  failed.clear()
}
