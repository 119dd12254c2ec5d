import type { MediaView } from '@vignette/contract/entities.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { ListedTest } from '@vignette/contract/tests.ts'
import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import type { WorkflowState } from '@vignette/contract/workflows.ts'
import { formatSeconds, isRunning } from '../test/describe-test.ts'

export type CheckId = 'test' | 'sample' | 'price' | 'terms'

export interface PublishCheck {
  id: CheckId
  title: string
  /** Unknown while an answer is awaited. */
  state: 'passed' | 'open' | 'unknown'
  words: string
}

/** The version that buyers get now. */
export interface LiveVersion {
  version: number
  state: WorkflowState
  document: Record<string, unknown>
  sample: Pick<MediaView, 'uploaded'> | null
}

interface PublishFacts {
  recipe: { price?: unknown; sample_creation_url?: unknown }
  tests: readonly ListedTest[] | undefined
  check: WorkflowCheck | undefined
  /** The test whose product becomes the sample. */
  sampleTestId: string | undefined
  /** What stands for the live version; absent without one. */
  liveSample: LiveVersion['sample'] | undefined
  termsAccepted: boolean
}

/** What must hold before a text is published, with where each stands. */
export function readChecks(facts: PublishFacts): PublishCheck[] {
  return [
    { id: 'test', title: 'A test of this text', ...readTest(facts.tests) },
    { id: 'sample', title: 'The sample', ...readSample(facts) },
    { id: 'price', title: 'The price', ...readPrice(facts) },
    { id: 'terms', title: 'Terms for creators', ...readTerms(facts.termsAccepted) },
  ]
}

type Standing = Pick<PublishCheck, 'state' | 'words'>

function readTest(tests: PublishFacts['tests']): Standing {
  if (!tests) return { state: 'unknown', words: 'Looking for tests…' }
  const passed = tests.find((test) => test.passed && test.current)
  if (passed) {
    const time = passed.seconds === null ? '' : `, in ${formatSeconds(passed.seconds)}`
    return { state: 'passed', words: `Passed${time}` }
  }
  if (tests.some((test) => test.current && isRunning(test))) {
    return { state: 'open', words: 'A test is running' }
  }
  const words = tests.some((test) => test.passed)
    ? 'The recipe has changed since its last passed test. Run it once more.'
    : 'Run a test first: it is free.'
  return { state: 'open', words }
}

function readSample({ sampleTestId, recipe, liveSample }: PublishFacts): Standing {
  if (sampleTestId) return { state: 'passed', words: 'What your test made' }
  if (recipe.sample_creation_url || liveSample?.uploaded) {
    return { state: 'passed', words: 'Your own file: it is labelled as the creator’s picture' }
  }
  if (liveSample) return { state: 'passed', words: 'The sample of the live version stays' }
  return { state: 'passed', words: 'No sample yet: cards show a drawing. A test can become one.' }
}

function readPrice({ recipe, check }: PublishFacts): Standing {
  const { price } = recipe
  if (typeof price !== 'number') return { state: 'open', words: 'The recipe has no price yet' }
  if (price === 0) return { state: 'passed', words: 'Free' }
  if (!check) return { state: 'unknown', words: 'Looking for the lowest price…' }
  const { lowest_price: lowest } = check
  if (check.faults.length > 0) {
    return { state: 'open', words: 'The lowest price is known once the recipe has no faults' }
  }
  if (lowest === null) {
    return { state: 'open', words: 'A remix costs more than the highest price can carry' }
  }
  return price < lowest
    ? {
        state: 'open',
        words: `${formatCents(price)} is below the lowest price, ${formatCents(lowest)}`,
      }
    : { state: 'passed', words: `${formatCents(price)}; the lowest is ${formatCents(lowest)}` }
}

function readTerms(accepted: boolean): Standing {
  return accepted
    ? { state: 'passed', words: 'Accepted' }
    : { state: 'open', words: 'Please accept them below' }
}

/** "Publish version 3 at $4.50", "Publish, free": the button names what happens. */
export function namePublishing(
  price: unknown,
  liveVersion: number | undefined,
  isOver = false,
): string {
  const what =
    liveVersion === undefined
      ? 'Publish'
      : isOver
        ? `Publish over version ${liveVersion}`
        : `Publish version ${liveVersion + 1}`
  if (typeof price !== 'number') return what
  return price === 0 ? `${what}, free` : `${what} at ${formatCents(price)}`
}
