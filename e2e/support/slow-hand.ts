import type { Page } from '@playwright/test'
import { readFocus } from './keyboard.ts'
import { expect } from './test.ts'

/**
 * How a slow hand is counted: each key, Tab and arrows included, and a look before each way to
 * another place.
 */
const KEYS_PER_SECOND = 4
const LOOK_SECONDS = 1
const MOST_STOPS = 90
const MOST_OPTIONS = 30

export type SlowHand = ReturnType<typeof createSlowHand>

/** A person at the keyboard, who sees where the focus is and counts what the work takes. */
export function createSlowHand(page: Page, onLook: (seconds: number) => Promise<void>) {
  let keys = 0
  let looks = 0
  let rests = 0

  const secondsSoFar = () => keys / KEYS_PER_SECOND + looks * LOOK_SECONDS + rests

  async function look(): Promise<void> {
    await onLook(secondsSoFar())
    looks += 1
  }

  async function press(key: string): Promise<void> {
    await page.keyboard.press(key)
    keys += 1
  }

  async function type(text: string): Promise<void> {
    await page.keyboard.type(text)
    keys += text.length
  }

  /** Moves the focus on to what has this name; each stop on the way must be seen. */
  async function to(name: RegExp): Promise<void> {
    await look()
    const passed: string[] = []
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await press('Tab')
      const focus = await readFocus(page)
      expect(focus.visible, `the focus on “${focus.name.slice(0, 80)}” is seen`).toBe(true)
      if (name.test(focus.name)) return
      passed.push(focus.name)
    }
    throw new Error(`Nothing named ${name} was reached past ${passed.join(' | ')}`)
  }

  return {
    press,
    type,
    to,
    /** Moves the focus on to a button or link, and presses it. */
    open: async (name: RegExp) => {
      await to(name)
      await press('Enter')
    },
    /** Writes over all that the field of this name holds. */
    write: async (name: RegExp, text: string) => {
      await to(name)
      await press('ControlOrMeta+a')
      await type(text)
    },
    writeHere: async (text: string) => {
      await press('ControlOrMeta+a')
      await type(text)
    },
    /** Chooses in the list of this name with the arrow keys. */
    pick: async (name: RegExp, label: string) => {
      await to(name)
      const chosen = () =>
        page.evaluate(() => {
          const element = document.activeElement
          return element instanceof HTMLSelectElement
            ? element.selectedOptions[0]?.label
            : undefined
        })
      await press('Home')
      for (let at = 0; at < MOST_OPTIONS; at++) {
        if ((await chosen()) === label) return
        await press('ArrowDown')
      }
      throw new Error(`No option “${label}” was reached`)
    },
    /** The page itself has moved the focus here. */
    isAt: async (name: RegExp) => {
      await expect.poll(async () => (await readFocus(page)).name).toMatch(name)
      await look()
    },
    /**
     * A time in which the hand rests. It counts as the given seconds, which are more than a quiet
     * machine takes, so that a busy one changes nothing.
     */
    rest: async (seconds: number, until: () => Promise<unknown>) => {
      rests += seconds
      await until()
    },
    count: () => ({ keys, looks, rests, seconds: secondsSoFar() }),
  }
}
