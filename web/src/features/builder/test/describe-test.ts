import { currencyHere } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { ListedTest, TestView } from '@vignette/contract/tests.ts'

export function isRunning({ status }: Pick<TestView, 'status'>): boolean {
  return status === 'QUEUED' || status === 'RUNNING'
}

export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}

/** Costs below a dollar in cents, since a step may cost a part of one; other currencies round up. */
export function formatCost(cents: number): string {
  if (currencyHere() !== 'usd') return formatCents(Math.ceil(cents))
  return cents < 100 ? `${Number(cents.toFixed(2))}¢` : formatCents(Math.round(cents))
}

/** Where a test stands, in one line; of a failed one, the step and the reason. */
export function describeTest(test: TestView): string {
  const done = test.steps.filter(({ state }) => state === 'done').length
  switch (test.status) {
    case 'QUEUED':
      return 'Waiting for its turn'
    case 'RUNNING':
      return `${done} of ${test.steps.length} steps done`
    case 'CANCELLED':
      return 'Cancelled'
    case 'FAILED': {
      const step = findFailedStep(test)
      return `Failed${step ? ` at ${step}` : ''}: ${test.error?.message ?? 'no reason was given'}`
    }
    case 'COMPLETED': {
      const time = test.seconds === null ? '' : ` in ${formatSeconds(test.seconds)}`
      return `Passed${time}, ${formatCost(test.cost_cents)}`
    }
  }
}

/** The first step that began and did not end; a test that failed before any step has none. */
export function findFailedStep(test: TestView): string | undefined {
  return test.status === 'FAILED'
    ? test.steps.find(({ state }) => state === 'running' || state === 'waiting')?.id
    : undefined
}

/** The tests that say how long a run of the present text takes. */
function timesOf(tests: readonly ListedTest[]): number[] {
  return tests
    .filter((test) => test.passed && test.current)
    .flatMap(({ seconds }) => (seconds === null ? [] : seconds))
    .toSorted((a, b) => a - b)
}

/** "last 20 tests 1.8–2.4 s"; undefined without a passed test of the present text. */
export function describeTimes(tests: readonly ListedTest[]): string | undefined {
  const times = timesOf(tests)
  const [first] = times
  const last = times.at(-1)
  if (first === undefined || last === undefined) return undefined
  const range =
    first.toFixed(1) === last.toFixed(1)
      ? formatSeconds(last)
      : `${first.toFixed(1)}–${formatSeconds(last)}`
  return times.length === 1 ? `Last test ${range}` : `Last ${times.length} tests ${range}`
}

/** "Last 12 tests: half within 1.9 s, at most 4¢": of a step as it is now. */
export function describeStepTests(
  tests: readonly ListedTest[],
  step: { id: string; functionType: string; provider: string },
): string | undefined {
  const runs = tests.flatMap(({ steps }) =>
    steps.filter(
      (one) =>
        one.id === step.id &&
        one.function_type === step.functionType &&
        one.provider === step.provider,
    ),
  )
  const times = runs.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const [lower, upper] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
  if (lower === undefined || upper === undefined) return undefined
  const over = times.length === 1 ? 'Last test' : `Last ${times.length} tests`
  const cost = formatCost(Math.max(...runs.map(({ cost_cents }) => cost_cents)))
  const middle = times.length === 1 ? '' : 'half within '
  return `${over}: ${middle}${formatSeconds((lower + upper) / 2)}, at most ${cost}`
}

/** Whole seconds within which four of five tests ended, with the number of tests. */
export function measureTime(
  tests: readonly ListedTest[],
): { seconds: number; tests: number } | undefined {
  const times = timesOf(tests)
  const at = times[Math.ceil(times.length * 0.8) - 1]
  return at === undefined ? undefined : { seconds: Math.max(1, Math.ceil(at)), tests: times.length }
}
