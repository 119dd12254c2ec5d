import { expect, test } from 'vitest'
import { collectInputs, reduceWizard, startWizard } from '../../remix/index.ts'
import { readDeclared } from './read-declared.ts'
import { renewForm } from './renew-form.ts'

const read = (...inputs: unknown[]) => readDeclared({ inputs })
const subject = { key: 'subject', type: 'text', display_name: 'Subject' }
const look = { name: 'Look', type: 'text', options: ['oil', { value: 'ink', label: 'Ink' }] }

test('given inputs stay while the recipe around them changes', () => {
  const typed = reduceWizard(startWizard(read(subject, look)), {
    type: 'typed',
    index: 0,
    text: 'a fox',
  })
  const renewed = renewForm(
    typed,
    read({ ...look, value: 'ink' }, { ...subject, display_name: 'What to paint' }),
  )
  expect(renewed.steps.map(({ title }) => title)).toEqual(['Look', 'What to paint'])
  expect(collectInputs(renewed)).toEqual({ look: 'ink', subject: 'a fox' })
})

test('an input of a new kind begins empty', () => {
  const typed = reduceWizard(startWizard(read(subject)), { type: 'typed', index: 0, text: 'a fox' })
  const renewed = renewForm(typed, read({ ...subject, type: 'image' }))
  expect(collectInputs(renewed)).toEqual({})
})

test('the readable part of an unfinished document is read', () => {
  expect(
    read(null, 'words', { type: 'number', min: 'low', options: [null, 3, { label: 'x' }] }),
  ).toMatchObject([{ key: '', title: '', numeric: true, min: null, options: [] }])
  expect(readDeclared(undefined)).toEqual([])
  expect(readDeclared({ inputs: 'none' })).toEqual([])
})

test('an input has the title of the buyer’s form', () => {
  const titles = read(
    { key: 'a', name: 'Look', display_name: 'Way to paint' },
    { key: 'a', name: 'Look', display_name: '' },
    { key: 'a', name: '' },
  ).map(({ title }) => title)
  expect(titles).toEqual(['Way to paint', 'Look', 'a'])
})
