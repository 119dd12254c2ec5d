import { expect, test } from 'vitest'
import { describeReason, listActions } from './list-actions.ts'

test.each([
  ['open', false, false, ['hide', 'ban', 'dismiss']],
  ['open', true, false, ['restore', 'ban', 'dismiss']],
  ['open', false, true, ['hide', 'unban', 'dismiss']],
  ['resolved', true, true, ['restore', 'unban']],
  ['dismissed', false, false, ['hide', 'ban']],
] as const)('%s, hidden %s, banned %s offers %j', (status, hidden, banned, actions) => {
  const report = { status, subject_hidden: hidden, author_banned: banned, claim: null }
  expect(listActions(report).map((one) => one.action)).toEqual(actions)
})

test('what a claim keeps down is not restored by a report, which may hide it as well', () => {
  const report = { status: 'open', subject_hidden: true, author_banned: false } as const
  const actions = listActions({ ...report, claim: 'C-4F7KQA' }).map((one) => one.action)
  expect(actions).toEqual(['hide', 'ban', 'dismiss'])
})

test.each([
  ['non_consensual', 'Non consensual'],
  ['hate', 'Hate'],
  ['', ''],
])('%j is shown as %j', (reason, words) => {
  expect(describeReason(reason)).toBe(words)
})
