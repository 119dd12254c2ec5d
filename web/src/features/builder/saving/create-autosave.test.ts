import { expect, test } from 'vitest'
import { type AutosavePorts, createAutosave, type Sent } from './create-autosave.ts'

/** The server is a queue of answers; time passes when the test says so. */
function setUp(answers: Sent[], unsaved?: string) {
  const sent: [string, number][] = []
  const kept: unknown[] = []
  let due: (() => void) | undefined
  const ports: AutosavePorts = {
    send: async (text, revision) => {
      sent.push([text, revision])
      return answers.shift() ?? { is: 'unreachable' }
    },
    keep: (one) => kept.push(one),
    wait: (_, then) => {
      due = then
      return () => {
        due = undefined
      }
    },
    now: () => 7,
  }
  const start = { text: 'a', revision: 1, ...(unsaved === undefined ? {} : { unsaved }) }
  const autosave = createAutosave(start, ports)
  const pass = async () => {
    due?.()
    await autosave.flush()
  }
  return { autosave, sent, kept, pass, isWaiting: () => due !== undefined }
}

const saved = (revision: number): Sent => ({ is: 'saved', revision })

test('several changes within a second are one call, and the next call names the new revision', async () => {
  const { autosave, sent, kept, pass } = setUp([saved(2), saved(3)])
  autosave.change('ab')
  autosave.change('abc')
  expect(autosave.state()).toEqual({ is: 'saving' })
  await pass()
  expect(autosave.state()).toEqual({ is: 'saved', at: 7 })
  expect(kept.at(-1)).toBeUndefined()
  autosave.change('abcd')
  await pass()
  expect(sent).toEqual([
    ['abc', 1],
    ['abcd', 2],
  ])
})

test('a change during a call is sent after the call', async () => {
  const { autosave, sent, pass } = setUp([saved(2), saved(3)])
  autosave.change('ab')
  const first = pass()
  autosave.change('abc')
  await first
  expect(sent).toEqual([
    ['ab', 1],
    ['abc', 2],
  ])
  expect(await autosave.flush()).toBe(true)
})

test('an unreachable server leaves the text in the browser and is asked again', async () => {
  const { autosave, sent, kept, pass, isWaiting } = setUp([{ is: 'unreachable' }, saved(2)])
  autosave.change('ab')
  expect(kept.at(-1)).toEqual({ text: 'ab', revision: 1 })
  expect(await autosave.flush()).toBe(false)
  expect(autosave.state()).toEqual({ is: 'offline' })
  expect(isWaiting()).toBe(true)
  await pass()
  expect(sent).toHaveLength(2)
  expect(autosave.state()).toMatchObject({ is: 'saved' })
})

test('what another window saved is never written over until the creator says so', async () => {
  const changed: Sent = { is: 'changed', revision: 5, text: 'other' }
  const { autosave, sent, pass, isWaiting } = setUp([changed, saved(6)])
  autosave.change('mine')
  await pass()
  expect(autosave.state()).toEqual({ is: 'changed-elsewhere', text: 'other' })
  autosave.change('mine too')
  expect(isWaiting()).toBe(false)
  expect(await autosave.flush()).toBe(false)
  expect(sent).toHaveLength(1)
  autosave.keepMine()
  expect(await autosave.flush()).toBe(true)
  expect(sent.at(-1)).toEqual(['mine too', 5])
})

test('a lost answer to the own save is no change by another window', async () => {
  const { autosave, pass } = setUp([{ is: 'changed', revision: 2, text: 'ab' }])
  autosave.change('ab')
  await pass()
  expect(autosave.state()).toMatchObject({ is: 'saved' })
})

test('a refusal says why and the next change tries again', async () => {
  const { autosave, pass } = setUp([{ is: 'refused', reason: 'Too long.' }, saved(2)])
  autosave.change('ab')
  await pass()
  expect(autosave.state()).toEqual({ is: 'refused', reason: 'Too long.' })
  autosave.change('b')
  await pass()
  expect(autosave.state()).toMatchObject({ is: 'saved' })
})

test('a text that was kept while the server was away is sent at the next opening', async () => {
  const { sent, pass } = setUp([saved(2)], 'kept')
  await pass()
  expect(sent).toEqual([['kept', 1]])
})
