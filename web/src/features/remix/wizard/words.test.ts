import { expect, test } from 'vitest'
import { makeStep } from '../test-support/make-step.ts'
import { reduceWizard, startWizard } from './reducer.ts'
import { collectTexts, ideasFor, surprise } from './words.ts'

const steps = [
  makeStep({ key: 'wish', max_length: 8, ideas: ['a fox', 'a hen', 'a very long wish'] }),
  makeStep({
    key: 'hour',
    step_type: 'select',
    options: [
      { value: 'dawn', label: 'Dawn' },
      { value: 'night', label: 'Night' },
    ],
  }),
  makeStep({ key: 'title', initial: 'Mine' }),
  makeStep({ key: 'photo', step_type: 'image_input' }),
]

test('an idea that the field would refuse is not offered', () => {
  expect(steps.map((step) => ideasFor(step))).toEqual([['a fox', 'a hen'], [], [], []])
})

test('a surprise takes an idea and an option each, and leaves texts without ideas and files', () => {
  expect(surprise(startWizard(steps), () => 0)).toEqual({ wish: 'a fox', hour: 'dawn' })
  expect(surprise(startWizard(steps), () => 0.99)).toEqual({ wish: 'a hen', hour: 'night' })
})

test('a second surprise is another idea', () => {
  const typed = reduceWizard(startWizard(steps), { type: 'typed', index: 0, text: 'a fox' })
  expect(surprise(typed, () => 0)).toMatchObject({ wish: 'a hen' })
})

test('texts and choices are read for their words, cut at what a run takes', () => {
  const typed = reduceWizard(startWizard(steps), { type: 'typed', index: 0, text: 'x'.repeat(900) })
  expect(collectTexts(typed)).toEqual({ wish: 'x'.repeat(500), title: 'Mine' })
})
