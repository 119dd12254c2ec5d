import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countPlaywright, countVitest } from './count-tests.mjs'

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

test('counts a test file that cannot be loaded as a failure', () => {
  const file = write({
    ...totals,
    testResults: [
      { name: '/x/server/a.test.ts', status: 'failed', assertionResults: [] },
      { name: '/x/web/b.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  })
  expect(countVitest(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 2, server: 0 })
})

test('takes a run that ended badly without a failed test for a failure', () => {
  expect(countVitest(write({ ...totals, testResults: [] }), 1).failed).toBe(1)
  expect(countVitest(write({ ...totals, testResults: [] }), 0).failed).toBe(0)
})

test('takes a missing report for a failure', () => {
  expect(countVitest(path.join(folder, 'none.json'), 0).failed).toBe(1)
  expect(countPlaywright(path.join(folder, 'none.json'), 0).failed).toBe(1)
})

test('counts a journey that passed at the second try as passed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright(write({ stats, errors: [] }), 1)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
  })
})
