import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countPlaywright, countVitest, listSlowest } from './count-tests.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vignette-test-count-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(report: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const totals = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }

test('a test file that cannot be loaded counts as a failure', () => {
  const file = write({
    ...totals,
    testResults: [
      { name: '/x/server/a.test.ts', status: 'failed', assertionResults: [] },
      { name: '/x/web/b.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  })
  expect(countVitest(file, 1)).toMatchObject({ passed: 3, failed: 1, skipped: 2, server: 0 })
})

test('a failure is listed with its name and the start of its message', () => {
  const broken = { name: 'a.test.ts', status: 'failed', message: 'no such module' }
  const test = { status: 'failed', fullName: 'adds up', failureMessages: ['\u001B[31m1 is 2\nat'] }
  const file = write({
    ...totals,
    testResults: [
      { ...broken, assertionResults: [] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [test, { status: 'passed' }] },
    ],
  })
  expect(countVitest(file, 1).failures).toEqual([
    'a.test.ts › cannot be run › no such module',
    'b.test.ts › adds up › 1 is 2',
  ])
  const results = [{ error: { message: 'not visible' } }]
  const specs = ['unexpected', 'expected'].map((status) => ({
    file: 'c.e2e.ts',
    title: 'opens',
    tests: [{ status, projectName: 'phone', results }],
  }))
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 }
  const journeys = write({ stats, errors: [], suites: [{ suites: [{ specs }] }] })
  expect(countPlaywright(journeys, 1).failures).toEqual(['c.e2e.ts › [phone] opens › not visible'])
})

test('a run that fails without a failed test counts as a failure', () => {
  expect(countVitest(write({ ...totals, testResults: [] }), 1).failed).toBe(1)
  expect(countVitest(write({ ...totals, testResults: [] }), 0).failed).toBe(0)
})

test('a missing report counts as a failure', () => {
  expect(countVitest(path.join(folder, 'none.json'), 0).failed).toBe(1)
  expect(countPlaywright(path.join(folder, 'none.json'), 0).failed).toBe(1)
})

test('a browser test that passes on retry counts as passed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright(write({ stats, errors: [] }), 1)).toMatchObject({
    passed: 5,
    failed: 1,
    skipped: 2,
  })
})

test('the slowest files of both kinds of report are listed, slowest first', () => {
  const vitest = write({
    ...totals,
    testResults: [
      { name: 'a.test.ts', startTime: 1_000, endTime: 2_500, assertionResults: [] },
      { name: 'b.test.ts', startTime: 1_000, endTime: 1_100, assertionResults: [] },
    ],
  })
  const specs = [{ tests: [{ results: [{ duration: 400 }, { duration: 800 }] }] }]
  const suites = [{ file: 'c.e2e.ts', specs, suites: [{ specs }] }]
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  const { files = [] } = countVitest(vitest, 0)
  const all = [...files, ...(countPlaywright(write({ stats, errors: [], suites }), 0).files ?? [])]
  expect(listSlowest(all, 2)).toEqual(['   2.4 s  c.e2e.ts', '   1.5 s  a.test.ts'])
})
