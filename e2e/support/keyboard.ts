import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const MOST_STOPS = 60

/** The focused element, by the words that a screen reader would say first. */
export function readFocus(page: Page): Promise<{ name: string; visible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return { name: '', visible: false }
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    const label =
      element.getAttribute('aria-label') ??
      (isField ? element.labels?.[0]?.textContent : element.textContent)
    // A card draws its outline on its link's overlay.
    const outlined = [getComputedStyle(element), getComputedStyle(element, '::after')].some(
      (style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0,
    )
    // The browser itself draws the focus on the controls inside its player.
    const isPlayer = element instanceof HTMLVideoElement && element.controls
    return { name: (label ?? '').trim(), visible: outlined || isPlayer }
  })
}

/**
 * Presses Tab until an element of that name has the focus; each element on the way must be visible.
 */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key)
    const focus = await readFocus(page)
    expect(focus.visible, `the focus on “${focus.name}” is seen`).toBe(true)
    if (name.test(focus.name)) return
  }
  throw new Error(`Nothing named ${name} was reached within ${MOST_STOPS} stops`)
}
