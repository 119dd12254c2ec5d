import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isComplete } from '../../remix/index.ts'
import { testsQuery } from '../api.ts'
import { FaultLines } from '../components/fault-lines.tsx'
import { partsOf } from '../document/read-parts.ts'
import { isRunning } from './describe-test.ts'
import { MeasuredTime } from './measured-time.tsx'
import { TestForm } from './test-form.tsx'
import { TestList } from './test-list.tsx'
import { TestResult } from './test-result.tsx'
import type { Tested } from './tested.ts'
import { useShownTest } from './use-shown-test.ts'
import { useStartTest } from './use-start-test.ts'
import { useTestForm } from './use-test-form.ts'

/** Runs the recipe with inputs of its creator: free, no sale, and seen by no other person. */
export function TestPane({
  tested,
  document,
  blocked,
  save,
  sample,
  onUseSample,
  onUseTime,
  next,
}: {
  tested: Tested
  /** The recipe as it can be read last. */
  document: unknown
  /** Why the text cannot be tested, such as a fault in it. */
  blocked?: string | undefined
  /** Answers the saved revision, once the server has the text that is on the screen. */
  save: () => Promise<number | undefined>
  sample?: string | undefined
  onUseSample?: ((id: string) => void) | undefined
  onUseTime?: ((milliseconds: number) => void) | undefined
  /** What comes after a passed test. */
  next?: ReactNode
}) {
  const list = useQuery(testsQuery(tested))
  const tests = list.data?.tests ?? []
  const [chosen, setChosen] = useState<string | undefined>()
  const shown = useShownTest(tested, chosen ?? tests[0]?.id)
  const { form, dispatch } = useTestForm(document, shown.data?.user_inputs)
  const { start, starting, refusal } = useStartTest({
    tested,
    form,
    dispatch,
    save,
    onStarted: setChosen,
  })
  const test = shown.data
  const runs = test !== undefined && isRunning(test)

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 id="build-test" tabIndex={-1} className="text-lg font-semibold outline-none">
          Test
        </h2>
        <p className="mt-1 text-sm text-muted">
          Free, and only you see it. What a test makes is kept for seven days.
        </p>
      </div>
      <TestForm
        key={form.steps.map(({ key, step_type }) => `${key} ${step_type}`).join()}
        form={form}
        dispatch={dispatch}
        blocked={blocked}
        busy={starting || runs}
        onRun={() => void start()}
      >
        {refusal && (
          <Alert tone="danger" title={refusal.text}>
            <FaultLines recipe={partsOf(document)} faults={refusal.faults} />
          </Alert>
        )}
      </TestForm>
      {list.isError && (
        <Alert
          tone="danger"
          action={
            <Button kind="secondary" onClick={() => void list.refetch()}>
              Try Again
            </Button>
          }
        >
          {readReason(list.error, 'The last tests could not be loaded.')}
        </Alert>
      )}
      {(list.isPending || shown.isLoading) && <Skeleton className="h-40 w-full rounded-lg" />}
      {test && (
        <TestResult
          test={test}
          sample={sample}
          onUseSample={onUseSample}
          onRunFrom={
            starting || blocked || !isComplete(form)
              ? undefined
              : (step) => void start({ test: test.id, step })
          }
        />
      )}
      {shown.isError && !test && (
        <Alert
          tone="danger"
          action={
            <Button kind="secondary" onClick={() => void shown.refetch()}>
              Try Again
            </Button>
          }
        >
          {readReason(shown.error, 'The test could not be loaded.')}
        </Alert>
      )}
      {list.data?.tests.length === 0 && !test && (
        <p className="text-sm text-muted">
          Run a test to see what each step makes, how long it takes and what it costs.
        </p>
      )}
      <MeasuredTime tests={tests} declared={readTime(document)} onUse={onUseTime} />
      {test?.passed && next}
      <TestList tests={tests} shown={test?.id} onShow={setChosen} />
    </div>
  )
}

function readTime(document: unknown): number | undefined {
  const time = (document as { generation_time?: unknown } | null | undefined)?.generation_time
  return typeof time === 'number' ? time : undefined
}
