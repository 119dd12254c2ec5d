import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** A document that is loaded at the present entry of the history; returns where it scrolls to. */
async function load(): Promise<number | undefined> {
  vi.resetModules()
  const { startVisits, scrollToVisit } = await import('./visits.ts')
  const scroll = vi.fn()
  vi.stubGlobal('scrollTo', scroll)
  startVisits()
  scrollToVisit()
  return scroll.mock.calls[0]?.[1] as number | undefined
}

function leaveAt(y: number) {
  // What other files' screens counted is sent then too, to servers that are gone.
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true)
  vi.stubGlobal('scrollY', y)
  dispatchEvent(new Event('pagehide'))
}

test('an address that is opened in a used tab opens at its top, and a reload stays where it was', async () => {
  history.replaceState(null, '', '/')
  expect(await load()).toBeUndefined()
  leaveAt(1500)
  expect(await load()).toBe(1500)
  // Typed into the address bar: a new entry without state.
  history.pushState(null, '', '/terms')
  expect(await load()).toBeUndefined()
})
