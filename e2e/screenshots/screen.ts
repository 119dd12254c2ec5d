import type { Page } from '@playwright/test'
import type { Scene } from './prepare.ts'

export interface Screen {
  name: string
  as?: keyof Scene['actors']
  /** True for a dialog: the screenshot shows the window and not the full page. */
  window?: boolean
  only?: 'phone' | 'desktop'
  visit: (page: Page, scene: Scene, shoot: (part: string) => Promise<void>) => Promise<void>
}

export const API = '**/api/v1'
/**
 * The heading of a loaded screen: a loading screen has only a hidden heading for screen readers.
 */
export const seeHeading = (page: Page) => page.locator('h1:not(.sr-only)').first().waitFor()
export const open =
  (place: string | ((scene: Scene) => string)) => async (page: Page, scene: Scene) => {
    await page.goto(typeof place === 'string' ? place : place(scene))
    await seeHeading(page)
  }

/** No answer, an error answer, or no connection. */
export type Trouble = 'never' | 'fault' | 'offline'

export async function trouble(page: Page, call: string, then: Trouble, method?: string) {
  await page.route(`${API}${call}`, (route) => {
    if (method && route.request().method() !== method) return route.fallback()
    if (then === 'never') return new Promise(() => {})
    if (then === 'offline') return route.abort('internetdisconnected')
    return route.fulfill({
      status: 503,
      json: { error: 'The catalogue cannot be read just now', code: 'unavailable' },
    })
  })
}

/** Opens the page for a visitor whose network fails after the first document. */
export async function arriveWithout(page: Page, call: string, then: Trouble, place: string) {
  await page.goto('/terms')
  await trouble(page, call, then)
  await moveTo(page, place)
}

/** Navigates by the browser's history, so that the server is not asked for a document. */
export async function moveTo(page: Page, place: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, place)
}
