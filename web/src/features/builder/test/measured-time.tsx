import { generationSeconds } from '@vignette/contract/generation-time.ts'
import type { ListedTest } from '@vignette/contract/tests.ts'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { describeTimes, measureTime } from './describe-test.ts'

/** How long the tests took, and the offer to tell buyers so. */
export function MeasuredTime({
  tests,
  declared,
  onUse,
}: {
  tests: readonly ListedTest[]
  /** The recipe's generation_time, in its own milliseconds or seconds. */
  declared: number | undefined
  onUse: ((milliseconds: number) => void) | undefined
}) {
  const told = useRef<HTMLParagraphElement>(null)
  const times = describeTimes(tests)
  const measured = measureTime(tests)
  if (!times || !measured) return null
  const isSame = declared !== undefined && generationSeconds(declared) === measured.seconds
  const over = measured.tests === 1 ? 'one test' : `${measured.tests} tests`
  return (
    <div className="flex flex-col items-start gap-2 text-sm">
      <p ref={told} tabIndex={-1} className="text-muted tabular-nums outline-none">
        {times}
        {declared !== undefined && `; buyers read ${generationSeconds(declared)} s`}
      </p>
      {onUse && !isSame && (
        <Button
          kind="secondary"
          onClick={() => {
            onUse(measured.seconds * 1_000)
            // The button goes, and this line says what it did.
            told.current?.focus()
          }}
        >
          Use {measured.seconds} s, measured over {over}
        </Button>
      )}
    </div>
  )
}
