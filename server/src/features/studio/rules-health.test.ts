import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countedOf, type EndedRun, findPauseReason, SHARE_FROM } from './rules-health.ts'

let people = 0
const ok = (ownerId = `person ${people++}`): EndedRun => ({ delivered: true, code: null, ownerId })
const bad = (code = 'provider_down', ownerId = `person ${people++}`): EndedRun => ({
  delivered: false,
  code,
  ownerId,
})
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

describe('a workflow', () => {
  test('starts new runs while it delivers, and before its first run', () => {
    expect(findPauseReason([])).toBeUndefined()
    expect(findPauseReason(times(50, () => ok()))).toBeUndefined()
  })

  test('starts no new run after three failures in a row, whatever came before', () => {
    expect(findPauseReason([bad(), bad(), ok()])).toBeUndefined()
    expect(findPauseReason([bad(), bad(), bad()])).toMatchObject({ failed: 3, of: 3 })
    expect(findPauseReason([bad(), bad(), bad(), ...times(40, () => ok())])).toMatchObject({
      failed: 3,
      of: 3,
    })
    expect(findPauseReason([ok(), bad(), bad(), bad()])).toBeUndefined()
  })

  test('starts no new run where more than one run in five failed, from ten runs on', () => {
    const flapping = [bad(), ok(), ok(), bad(), ok(), ok(), bad(), ok(), ok()]
    expect(findPauseReason(flapping)).toBeUndefined()
    expect(findPauseReason([...flapping, ok()])).toMatchObject({ failed: 3, of: 10 })
    expect(
      findPauseReason([bad(), ok(), ok(), ok(), ok(), bad(), ok(), ok(), ok(), ok()]),
    ).toBeUndefined()
  })

  test('pauses or goes on by its fifty newest runs', () => {
    const older = times(30, () => bad())
    expect(findPauseReason([...times(50, () => ok()), ...older])).toBeUndefined()
  })
})

describe('a failure', () => {
  test.each(['content_refused', 'no_person', 'provider_content_declined', 'missing_input'])(
    'a failure that the input explains (%s) says nothing',
    (code) => {
      expect(findPauseReason(times(20, () => bad(code)))).toBeUndefined()
    },
  )

  test('a failure that the input may explain counts once for a person', () => {
    expect(findPauseReason(times(20, () => bad('provider_rejected', 'one')))).toBeUndefined()
    expect(findPauseReason(times(3, () => bad('provider_rejected')))).toMatchObject({ failed: 3 })
  })

  test.each(['params_invalid', 'cost_exceeded', 'wrong_media', 'provider_timeout'])(
    'a failure that a chosen input can bring about (%s) counts once for a person',
    (code) => {
      expect(findPauseReason(times(20, () => bad(code, 'one')))).toBeUndefined()
      expect(findPauseReason(times(3, () => bad(code)))).toMatchObject({ failed: 3 })
    },
  )

  test('failures of several visitors with one card, or in one network, count once', () => {
    const failed = () => bad('provider_rejected')
    expect(
      findPauseReason(times(20, () => ({ ...failed(), card: 'c', network: null }))),
    ).toBeUndefined()
    expect(
      findPauseReason(times(20, () => ({ ...failed(), card: null, network: 'n' }))),
    ).toBeUndefined()
    expect(
      findPauseReason(times(3, () => ({ ...failed(), card: null, network: null }))),
    ).toBeDefined()
  })

  test('a failure that does not count leaves a row of failures unbroken', () => {
    expect(
      findPauseReason([bad(), bad('content_refused'), bad(), bad('no_person'), bad()]),
    ).toMatchObject({
      failed: 3,
      of: 3,
    })
  })

  test('the newest failure gives the reason of the pause', () => {
    const newest = bad('timed_out')
    expect(findPauseReason([newest, bad(), bad()])?.newest).toBe(newest)
  })
})

test('runs that do not count change nothing, and from ten runs on a further delivery never ends new runs', () => {
  const run = fc
    .constantFrom('', 'provider_down', 'timed_out', 'no_person', 'provider_failed')
    .map((code) => (code === '' ? ok() : bad(code)))
  fc.assert(
    fc.property(fc.array(run, { maxLength: 80 }), (runs) => {
      expect(findPauseReason(runs)).toEqual(findPauseReason(countedOf(runs)))
      if (!findPauseReason(runs) && countedOf(runs).length >= SHARE_FROM) {
        expect(findPauseReason([ok(), ...runs])).toBeUndefined()
      }
    }),
  )
})
