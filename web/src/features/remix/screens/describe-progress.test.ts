import { expect, it } from 'vitest'
import { makeJob } from '../test-support/fake-ports.ts'
import { describeProgress } from './describe-progress.ts'
import { formatSeconds } from './use-elapsed.ts'

const progress = (part: object) =>
  makeJob('RUNNING', { progress: { step: 1, steps: 1, label: '', percent: 12.4, ...part } })

it.each([
  ['before the first event', null, 'Sending your inputs', undefined],
  ['in the queue', makeJob('QUEUED'), 'In line, starting soon', undefined],
  ['of one step', progress({ label: 'Painting' }), 'Painting', 12],
  [
    'of many steps',
    progress({ steps: 3, step: 2, label: 'Painting' }),
    'Step 2 of 3: Painting',
    12,
  ],
  ['without a label', progress({}), 'Generating', 12],
  ['at the end', makeJob('COMPLETED'), 'Your Creation is Ready!', 100],
])('the progress of a run %s is described', (_, job, label, percent) => {
  expect(describeProgress(job)).toEqual({ label, percent })
})

it.each([
  [0, '0s'],
  [59, '59s'],
  [125, '2m 5s'],
])('%d seconds are formatted', (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words)
})
