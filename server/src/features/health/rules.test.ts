import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EndedRun, judge, TOLD_FROM, telling } from './rules.ts'

let people = 0
const ok = (ownerId = `person ${people++}`): EndedRun => ({ delivered: true, code: null, ownerId })
const bad = (code = 'provider_down', ownerId = `person ${people++}`): EndedRun => ({
  delivered: false,
  code,
  ownerId,
})
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

describe('a workflow', () => {
  test('goes on while it delivers, and before it has run', () => {
    expect(judge([])).toBeUndefined()
    expect(judge(times(50, () => ok()))).toBeUndefined()
  })

  test('rests after three failures in a row, whatever came before', () => {
    expect(judge([bad(), bad(), ok()])).toBeUndefined()
    expect(judge([bad(), bad(), bad()])).toMatchObject({ failed: 3, of: 3 })
    expect(judge([bad(), bad(), bad(), ...times(40, () => ok())])).toMatchObject({
      failed: 3,
      of: 3,
    })
    expect(judge([ok(), bad(), bad(), bad()])).toBeUndefined()
  })

  test('rests where over one run in five failed, from ten runs on', () => {
    const flapping = [bad(), ok(), ok(), bad(), ok(), ok(), bad(), ok(), ok()]
    expect(judge(flapping)).toBeUndefined()
    expect(judge([...flapping, ok()])).toMatchObject({ failed: 3, of: 10 })
    expect(judge([bad(), ok(), ok(), ok(), ok(), bad(), ok(), ok(), ok(), ok()])).toBeUndefined()
  })

  test('is judged by its fifty newest runs', () => {
    const older = times(30, () => bad())
    expect(judge([...times(50, () => ok()), ...older])).toBeUndefined()
  })
})

describe('a failure', () => {
  test.each(['content_refused', 'no_person', 'provider_content_declined', 'missing_input'])(
    'that the input explains (%s) says nothing',
    (code) => {
      expect(judge(times(20, () => bad(code)))).toBeUndefined()
    },
  )

  test('that the input may explain counts once for a person', () => {
    expect(judge(times(20, () => bad('provider_rejected', 'one')))).toBeUndefined()
    expect(judge(times(3, () => bad('provider_rejected')))).toMatchObject({ failed: 3 })
  })

  test.each(['params_invalid', 'cost_exceeded', 'wrong_media', 'provider_timeout'])(
    'that a chosen input can bring about (%s) counts once for a person',
    (code) => {
      expect(judge(times(20, () => bad(code, 'one')))).toBeUndefined()
      expect(judge(times(3, () => bad(code)))).toMatchObject({ failed: 3 })
    },
  )

  test('of several visitors with one card, or in one network, counts once', () => {
    const failed = () => bad('provider_rejected')
    expect(judge(times(20, () => ({ ...failed(), card: 'c', network: null })))).toBeUndefined()
    expect(judge(times(20, () => ({ ...failed(), card: null, network: 'n' })))).toBeUndefined()
    expect(judge(times(3, () => ({ ...failed(), card: null, network: null })))).toBeDefined()
  })

  test('that does not count does not end a row of failures', () => {
    expect(judge([bad(), bad('content_refused'), bad(), bad('no_person'), bad()])).toMatchObject({
      failed: 3,
      of: 3,
    })
  })

  test('that is the newest gives the reason of the pause', () => {
    const newest = bad('timed_out')
    expect(judge([newest, bad(), bad()])?.newest).toBe(newest)
  })
})

test('runs that do not count change nothing, and from ten runs on a further delivery never ends new runs', () => {
  const run = fc
    .constantFrom('', 'provider_down', 'timed_out', 'no_person', 'provider_failed')
    .map((code) => (code === '' ? ok() : bad(code)))
  fc.assert(
    fc.property(fc.array(run, { maxLength: 80 }), (runs) => {
      expect(judge(runs)).toEqual(judge(telling(runs)))
      if (!judge(runs) && telling(runs).length >= TOLD_FROM) {
        expect(judge([ok(), ...runs])).toBeUndefined()
      }
    }),
  )
})
