import { existsSync, readFileSync } from 'node:fs'

/** Counts of a Vitest JSON report; `server` counts the tests in the server's folder. */
export function countVitest(file, exitCode) {
  if (!existsSync(file)) return { failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  // A file that cannot be loaded has no failed test, but counts as a failure.
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
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: name,
      ms: endTime - startTime,
    })),
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
    files: suites.map((suite) => ({ file: suite.file, ms: sumOf(suite) })),
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

/** All tests of the suite with their repetitions, at each screen size. */
function sumOf(suite) {
  return listSpecs(suite)
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0)
}

/** One line for each of the slowest files, slowest first. */
export function listSlowest(files, most = 10) {
  return [...files]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

/** One line for a failure: file, title, and the start of the message. */
function describe(file, title, message) {
  // oxlint-disable-next-line no-control-regex -- Reports contain terminal colour codes.
  const words = (message ?? '').replace(/\u001B\[[\d;]*m/g, '').split('\n')
  return [file, title, words.find(Boolean)].filter(Boolean).join(' › ').slice(0, 300)
}
