import { type ComponentType, lazy } from 'react'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './pages.ts'

const screens = new Map<Page, ComponentType>()
const failed = new Set<Page>()

/** Loads the code of a page's screen, so that it can be rendered at once. */
export async function loadScreen(page: Page): Promise<void> {
  const screen = await page.load()
  if (!screens.has(page)) screens.set(page, screen)
}

/** The page's screen; one whose code has not come yet suspends until it has. */
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
 * Has the next visit of a page whose code did not come ask for its code again. Called once the
 * fault is in view: React renders a broken screen a second time, and a new one would suspend for ever.
 */
export function forgetFailedScreens(): void {
  for (const page of failed) screens.delete(page)
  failed.clear()
}
