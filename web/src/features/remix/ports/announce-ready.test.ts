import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceReady, askForNotice, canAskForNotice } from './announce-ready.ts'

const TITLE = '✓ Your Creation is Ready!'
const shown: { title: string; body: string | undefined }[] = []

function allow(permission: NotificationPermission, answer = permission) {
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = permission
      static requestPermission = async () => answer
      constructor(title: string, options: NotificationOptions) {
        super()
        shown.push({ title, body: options.body })
      }
    },
  )
}

function look(away: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(away)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  shown.length = 0
  document.head.innerHTML = '<title>Remix Fox</title>'
})
afterEach(() => {
  look(false)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('announces nothing in a visible tab', () => {
  allow('granted')
  look(false)
  announceReady('Fox')
  expect([document.title, shown]).toEqual(['Remix Fox', []])
})

it('announces in a background tab by the title, and by a notification if allowed', () => {
  allow('granted')
  look(true)
  announceReady('Fox')
  expect(document.title).toBe(TITLE)
  expect(shown).toEqual([{ title: 'Your Creation is Ready!', body: 'Fox' }])
})

it.each(['denied', 'default'] as const)('by the title alone where that is %s', (permission) => {
  allow(permission)
  look(true)
  announceReady('Fox')
  expect([document.title, shown]).toEqual([TITLE, []])
})

it('announces by the title alone if the browser has no notifications', () => {
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(window, 'Notification')
  look(true)
  announceReady('Fox')
  expect([document.title, canAskForNotice()]).toEqual([TITLE, false])
})

it('keeps the announcement over the next page’s title, which returns when the tab is visible', async () => {
  allow('denied')
  look(true)
  announceReady('Fox')
  document.title = 'Fox · Vignette'
  await expect.poll(() => document.title).toBe(TITLE)
  look(false)
  expect(document.title).toBe('Fox · Vignette')
})

it.each([
  ['default', 'granted', true, true],
  ['default', 'denied', true, false],
  ['granted', 'granted', false, true],
  ['denied', 'denied', false, false],
] as const)(
  'with permission %s, answered %s: may ask %s, allowed %s',
  async (now, answer, asks, allowed) => {
    allow(now, answer)
    expect([canAskForNotice(), await askForNotice()]).toEqual([asks, allowed])
  },
)
