import type { TestedStep } from '@vignette/contract/tests.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture, Video } from '../../../ui/media.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { formatCost, formatSeconds } from './describe-test.ts'

/** One step of a test: its product, time, cost and the prompt that the provider got. */
export function TestStep({
  step,
  does,
  failed,
  ended,
  onRunFrom,
}: {
  step: TestedStep
  /** The title of the step's function. */
  does: string
  failed: boolean
  /** The test runs no more, so that a step without an end had none. */
  ended: boolean
  onRunFrom?: (() => void) | undefined
}) {
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{step.id}</p>
          <p className="text-sm text-muted">{does}</p>
        </div>
        <StepState step={step} failed={failed} ended={ended} />
      </div>
      {step.media && <Product step={step.id} media={step.media} />}
      {step.prompt && (
        <details className="text-sm">
          <summary className="flex h-11 cursor-pointer items-center text-muted hover:text-ink">
            Prompt of {step.id} as sent
          </summary>
          <p className="rounded-md bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">
            {step.prompt}
          </p>
        </details>
      )}
      {onRunFrom && (
        <Button kind="secondary" className="self-start" onClick={onRunFrom}>
          Run from {step.id}
        </Button>
      )}
    </li>
  )
}

function StepState({ step, failed, ended }: { step: TestedStep; failed: boolean; ended: boolean }) {
  if (failed) return <Badge tone="danger">Failed</Badge>
  if (step.state === 'done') {
    return (
      <p className="flex items-center gap-2 text-sm tabular-nums">
        {step.reused && <Badge>Kept</Badge>}
        {step.seconds !== null && !step.reused && <span>{formatSeconds(step.seconds)}</span>}
        <span>{formatCost(step.cost_cents)}</span>
      </p>
    )
  }
  if (ended) return <span className="text-sm text-muted">Not run</span>
  if (step.state === 'pending') return <span className="text-sm text-muted">Next</span>
  return (
    <span className="flex items-center gap-2 text-sm">
      <Spinner size={16} />
      Running
    </span>
  )
}

function Product({ step, media }: { step: string; media: NonNullable<TestedStep['media']> }) {
  const label = `Product of ${step}`
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-sunken">
      {media.kind === 'video' ? (
        <Video
          media={media}
          label={label}
          controls
          className="mx-auto max-h-80 w-auto max-w-full focus-visible:-outline-offset-2"
        />
      ) : (
        <Picture
          media={media}
          alt={label}
          fit="contain"
          sizes="24rem"
          className="mx-auto max-h-80 w-auto max-w-full"
        />
      )}
    </div>
  )
}
