import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TestView } from '@vignette/contract/tests.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Check } from '../../../ui/icons.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { cancelJob } from '../../remix/index.ts'
import { providersQuery } from '../../workflows/index.ts'
import { testQuery } from '../api.ts'
import { describeFunction } from '../sources.ts'
import { describeTest, findFailedStep, isRunning } from './describe-test.ts'
import { TestStep } from './test-step.tsx'

/** A test as it goes, step by step. */
export function TestResult({
  test,
  sample,
  onUseSample,
  onRunFrom,
}: {
  test: TestView
  /** The test whose product becomes the sample with the next publishing. */
  sample: string | undefined
  onUseSample: ((id: string) => void) | undefined
  /** Absent while no test can begin. */
  onRunFrom: ((step: string) => void) | undefined
}) {
  const runs = isRunning(test)
  const failed = findFailedStep(test)
  const done = test.steps.filter(({ state }) => state === 'done').length
  const words = describeTest(test)
  const { data: providers = [] } = useQuery(providersQuery)
  const isSample = sample === test.id
  return (
    <div className="flex flex-col gap-3">
      <p
        role="status"
        className={test.status === 'FAILED' ? 'sr-only' : 'font-medium tabular-nums'}
      >
        {test.status === 'FAILED' ? '' : words}
      </p>
      {test.status === 'FAILED' && <Alert tone="danger">{words}</Alert>}
      {runs && (
        <>
          <Progress label="Steps done" value={(100 * done) / Math.max(1, test.steps.length)} />
          <CancelButton id={test.id} />
        </>
      )}
      <ol aria-label="Steps of the test" className="divide-y divide-line border-y border-line">
        {test.steps.map((step, at) => (
          <TestStep
            key={step.id}
            step={step}
            does={describeFunction(providers, step)}
            failed={step.id === failed}
            ended={!runs}
            onRunFrom={!runs && at > 0 && onRunFrom ? () => onRunFrom(step.id) : undefined}
          />
        ))}
      </ol>
      {test.passed && onUseSample && (
        // The button stays and says that the sample is chosen, so that the focus stays on it.
        <Button
          kind="secondary"
          className="self-start"
          aria-disabled={isSample}
          onClick={() => !isSample && onUseSample(test.id)}
        >
          {isSample && <Icon of={Check} size={18} className="text-good" />}
          {isSample ? 'The sample, once you publish' : 'Use as sample'}
        </Button>
      )}
    </div>
  )
}

function CancelButton({ id }: { id: string }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => cancelJob(id),
    onSettled: () => client.invalidateQueries({ queryKey: testQuery(id).queryKey }),
  })
  return (
    <>
      <Button kind="secondary" className="self-start" busy={isPending} onClick={() => mutate()}>
        Cancel test
      </Button>
      {error && (
        <Alert tone="danger">{readReason(error, 'The test could not be cancelled.')}</Alert>
      )}
    </>
  )
}
