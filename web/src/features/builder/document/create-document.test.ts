import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createDocument } from './create-document.ts'
import { setAt } from './json/edit-text.ts'

const rename = (name: string) => (text: string) => setAt(text, ['name'], name)

test('form and JSON share one undo stack', () => {
  const document = createDocument('{"name": "a"}')
  document.edit(rename('b'))
  document.setText('{"name": "b", "x-mine": 1}')
  document.edit(rename('c'))
  expect(document.getState()).toMatchObject({
    text: '{"name": "c", "x-mine": 1}',
    good: { value: { name: 'c', 'x-mine': 1 } },
  })
  document.undo()
  document.undo()
  expect(document.getState()).toMatchObject({ text: '{"name": "b"}', canRedo: true })
  document.undo()
  expect(document.getState()).toMatchObject({ text: '{"name": "a"}', canUndo: false })
  document.redo()
  document.edit(rename('d'))
  expect(document.getState()).toMatchObject({ text: '{"name": "d"}', canRedo: false })
})

test('what is typed in one place is undone as one, until the place or the field changes', () => {
  const document = createDocument('{"name": ""}')
  for (const name of ['a', 'ab', 'abc']) document.edit(rename(name), 'name')
  document.edit(rename('abcd'), 'other')
  document.undo()
  expect(document.getState().text).toBe('{"name": "abc"}')
  document.undo()
  expect(document.getState().text).toBe('{"name": ""}')
  for (const typed of ['{"name": "x"}', '{"name": "xy"}', '{"name": "x"}', '{"name": "xz"}']) {
    document.setText(typed)
  }
  document.setText('{ "name": "xz"}')
  document.undo()
  expect(document.getState().text).toBe('{"name": "xz"}')
  document.seal()
  document.setText('{"name": "xzz"}')
  document.undo()
  expect(document.getState().text).toBe('{"name": "xz"}')
})

test('while the text has a fault, the form keeps the last good state and edits nothing', () => {
  const document = createDocument('{"name": "a"}')
  document.setText('{"name": "a"\n "price": 1}')
  expect(document.getState()).toMatchObject({
    good: { text: '{"name": "a"}' },
    fault: { line: 1, at: 12, message: 'a comma is missing' },
  })
  expect(document.edit(rename('b'))).toBe(false)
  document.setText('[]')
  expect(document.getState().fault).toMatchObject({ message: 'a recipe begins with a {' })
  document.setText('{"name": "b"}')
  expect(document.getState()).toMatchObject({ fault: null, good: { value: { name: 'b' } } })
  expect(createDocument('{').getState()).toMatchObject({ text: '{', good: { value: {} } })
})

test('a listener hears changes alone, and the state is the same object between them', () => {
  const document = createDocument('{"name": "a"}')
  const heard = vi.fn()
  const leave = document.subscribe(heard)
  expect(document.edit(rename('a'))).toBe(false)
  document.undo()
  expect(document.getState()).toBe(document.getState())
  expect(heard).toHaveBeenCalledTimes(0)
  document.edit(rename('b'))
  leave()
  document.undo()
  expect(heard).toHaveBeenCalledTimes(1)
})

const action = fc.oneof(
  fc.record({
    is: fc.constant('edit' as const),
    name: fc.string(),
    burst: fc.constantFrom('a', 'b', undefined),
  }),
  fc.record({
    is: fc.constant('type' as const),
    at: fc.nat(),
    length: fc.nat(3),
    typed: fc.string({ maxLength: 3 }),
  }),
  fc.record({ is: fc.constantFrom('undo' as const, 'redo' as const, 'seal' as const) }),
)

test('undoing all gives the first text, and redoing all the last', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const first = '{"name": "a", "x-mine": [1,  2]}'
      const document = createDocument(first)
      for (const one of actions) {
        const { text } = document.getState()
        if (one.is === 'edit') document.edit(rename(one.name), one.burst)
        else if (one.is === 'type') {
          const at = one.at % (text.length + 1)
          document.setText(text.slice(0, at) + one.typed + text.slice(at + one.length))
        } else document[one.is]()
      }
      while (document.getState().canRedo) document.redo()
      const last = document.getState().text
      while (document.getState().canUndo) document.undo()
      expect(document.getState().text).toBe(first)
      while (document.getState().canRedo) document.redo()
      expect(document.getState().text).toBe(last)
    }),
    { numRuns: 500 },
  )
})
