import { existsSync, readFileSync } from 'node:fs'

/** Counts of a Vitest JSON report; `server` is how many of them stand in the server's folder. */
export function countVitest(file, exitCode) {
  if (!existsSync(file)) return { failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot even be loaded holds no failed test, but is one.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    // Vitest also fails a run for an error outside of all tests.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    server: report.testResults
      .filter(({ name }) => name.includes('/server/'))
      .reduce((sum, { assertionResults }) => sum + assertionResults.length, 0),
    failures: [
      ...broken.map(({ name, message }) => describe(name, 'cannot be run', message)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => describe(name, test.fullName, test.failureMessages?.[0])),
      ),
    ],
  }
}

/** Counts of a Playwright JSON report. */
export function countPlaywright(file, exitCode) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, errors, suites = [] } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = stats.unexpected + errors.length
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => describe('the run', '', message)),
      ...suites
        .flatMap(listSpecs)
        .flatMap((spec) =>
          spec.tests
            .filter(({ status }) => status === 'unexpected')
            .map(({ projectName, results }) =>
              describe(spec.file, `[${projectName}] ${spec.title}`, results.at(-1)?.error?.message),
            ),
        ),
    ],
  }
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

/** One line of a failure: where, what, and how its message begins. */
function describe(file, title, message) {
  // oxlint-disable-next-line no-control-regex -- Reports keep the colours of a terminal.
  const words = (message ?? '').replace(/\u001B\[[\d;]*m/g, '').split('\n')
  return [file, title, words.find(Boolean)].filter(Boolean).join(' › ').slice(0, 300)
}
