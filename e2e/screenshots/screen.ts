import type { Page } from '@playwright/test'
import type { Scene } from './prepare.ts'

export interface Screen {
  name: string
  as?: keyof Scene['actors']
  /** What lies over the page is photographed in the window, all else at full length. */
  window?: boolean
  only?: 'phone' | 'desktop'
  visit: (page: Page, scene: Scene, shoot: (part: string) => Promise<void>) => Promise<void>
}

export const API = '**/api/v1'
/** Of a screen that is there: while it loads it has a spoken heading only. */
export const seeHeading = (page: Page) => page.locator('h1:not(.sr-only)').first().waitFor()
export const open =
  (place: string | ((scene: Scene) => string)) => async (page: Page, scene: Scene) => {
    await page.goto(typeof place === 'string' ? place : place(scene))
    await seeHeading(page)
  }

/** No answer yet, an answer that says no, or no connection. */
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

/** The page as a visitor finds it whose network gives up after the first document. */
export async function arriveWithout(page: Page, call: string, then: Trouble, place: string) {
  await page.goto('/terms')
  await trouble(page, call, then)
  await moveTo(page, place)
}

/** By the browser's own history, without asking the server for a document. */
export async function moveTo(page: Page, place: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, place)
}
