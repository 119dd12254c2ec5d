import { expect, test } from 'vitest'
import { tryDependency } from './try-dependency.ts'

test('a dependency that answers nothing is given up after its time', async () => {
  let asked: AbortSignal | undefined
  const probe = (signal: AbortSignal) => {
    asked = signal
    return new Promise<string>(() => undefined)
  }
  const trial = await tryDependency({ name: 'mail', probe }, 30)
  expect(trial).toMatchObject({
    name: 'mail',
    state: 'failed',
    sentence:
      'No answer within 0.03 seconds: look whether it is overloaded, or a firewall drops the call.',
  })
  expect(asked?.aborted).toBe(true)
})

test('a defect is told by its kind, since its message may hold a key', async () => {
  const probe = () => Promise.reject(new TypeError('cannot read sk_live_geheim'))
  expect(await tryDependency({ name: 'payments', probe })).toMatchObject({
    state: 'failed',
    sentence: 'It failed in a way that is not known here (TypeError).',
  })
})
