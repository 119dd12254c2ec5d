import { expect, test } from 'vitest'
import type { Feature } from '../feature.ts'
import { identityEvents } from '../features/identity/index.ts'
import { defineEvent, definePort, defineSurvey, type Wired } from '../platform/wiring.ts'
import type { LOCK_ORDER } from '../schema/owned.ts'
import { FEATURES } from './features.ts'
import { wireFeatures } from './wire-features.ts'

const port = definePort<Wired, undefined, string>('test.port')
const survey = defineSurvey<Wired, undefined, string>('test.survey')
const asker: Feature = { name: 'asker', asks: [port] }
const answerer: Feature = { name: 'answerer', answers: [port.answer(async () => 'yes')] }

test('the server does not start with a port that no feature answers', () => {
  expect(() => wireFeatures([asker])).toThrow('0 features answer test.port')
  expect(() => wireFeatures(FEATURES.filter(({ name }) => name !== 'payments'))).toThrow(
    '0 features answer workflows.purchased-version',
  )
})

test('the server does not start with a port that two features answer, or none asks', () => {
  expect(() => wireFeatures([asker, answerer, answerer])).toThrow('2 features answer test.port')
  expect(() => wireFeatures([answerer])).toThrow('answers a port that no feature asks')
})

test('the server does not start with a survey that no feature answers', () => {
  expect(() => wireFeatures([{ name: 'asker', asks: [survey] }])).toThrow(
    '0 features answer test.survey, which needs at least one',
  )
  expect(() => wireFeatures(FEATURES.filter(({ name }) => name !== 'payouts'))).toThrow(
    '0 features answer identity.left-behind',
  )
})

test('a survey takes the answers of all features, and refuses a question without one', async () => {
  const answers = ['one', 'two'].map((word) => survey.answer(async () => word))
  const wiring = wireFeatures([{ name: 'all', asks: [survey], answers }])
  const heard: string[] = []
  for await (const answer of survey.askEach({ wiring }, undefined)) heard.push(answer)
  expect(heard).toEqual(['one', 'two'])
  const silent = survey.askEach({ wiring: wireFeatures([]) }, undefined)
  await expect(silent.next()).rejects.toThrow('no feature answers test.survey')
})

test('a question to a port reaches its one answerer', async () => {
  const wiring = wireFeatures([asker, answerer])
  expect(await port.ask({ wiring }, undefined)).toBe('yes')
})

test('listeners come in the order of their locks, jobs first; the order of the features does not matter', async () => {
  const event = defineEvent<Wired, undefined>('test.event')
  const heard: string[] = []
  const listening = (locks: (typeof LOCK_ORDER)[number]): Feature => ({
    name: locks,
    listeners: { locks, hears: [event.hear(async () => void heard.push(locks))] },
  })
  const wiring = wireFeatures([listening('payments'), listening('creations'), listening('jobs')])
  await event.emit({ wiring }, undefined)
  expect(heard).toEqual(['jobs', 'creations', 'payments'])

  const listed = wireFeatures(FEATURES).handlersOf(identityEvents.accountDeleted)
  const reversed = wireFeatures(FEATURES.toReversed()).handlersOf(identityEvents.accountDeleted)
  expect(reversed).toEqual(listed)
})
