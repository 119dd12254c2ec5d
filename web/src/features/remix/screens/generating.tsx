import { type ReactNode, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Bell } from '../../../ui/icons.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Travel } from '../../../ui/travel.tsx'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { askForNotice, canAskForNotice } from '../ports/announce-ready.ts'
import { isEmpty } from '../wizard/rules.ts'
import { readValue } from '../wizard/step.ts'
import { summarizeStep } from '../wizard/summarize.ts'
import { describeProgress } from './describe-progress.ts'
import { InputValue } from './input-value.tsx'
import { useOwnPicture } from './own-picture.tsx'
import { formatSeconds, useElapsed } from './use-elapsed.ts'
import { usePhaseFocus } from './use-phase-focus.ts'
import { hasSample, Sample } from './workflow-aside.tsx'

/** From this many times the expected seconds on, a run takes longer than usual. */
const LATE = 1.5

export function Generating({
  context,
  send,
  children,
}: {
  context: RemixContext
  send: (event: RemixEvent) => void
  children?: ReactNode
}) {
  const { workflow, inputs, job, generationSeconds, startedAt, wizard } = context
  const elapsed = useElapsed(startedAt)
  const heading = usePhaseFocus<HTMLHeadingElement>('generating')
  const { label, percent } = describeProgress(job)
  const early = job?.early
  const { picture } = useOwnPicture(context)
  const byTime = Math.min(90, Math.round((elapsed / generationSeconds) * 90))
  const given = wizard.steps.flatMap((step) => {
    const value = readValue(step, inputs?.[step.key])
    return isEmpty(value)
      ? []
      : { key: step.key, title: step.title, value: summarizeStep(step, value) }
  })
  return (
    <div className="shell grid grid-cols-1 gap-8 py-6 [overflow-anchor:none] sm:py-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
      <div className="relative isolate flex min-h-[26rem] flex-col justify-end overflow-hidden rounded-xl bg-black text-white sm:min-h-[34rem]">
        {(picture || early) && (
          <Travel name={workflow ? `recipe-${workflow.id}` : undefined}>
            <div className="relative h-[60dvh]">
              {picture && (
                <img
                  src={picture}
                  alt="A preview of what your answers make"
                  className={cx(
                    'absolute inset-0 size-full object-contain',
                    !early && 'motion-safe:animate-refine',
                  )}
                />
              )}
              {early && (
                <img
                  src={early.url}
                  width={early.width}
                  height={early.height}
                  alt="What is being made, in a small size"
                  className="absolute inset-0 size-full bg-black object-contain motion-safe:animate-fade"
                />
              )}
            </div>
          </Travel>
        )}
        {workflow && !early && !picture && (
          <div
            aria-hidden
            className={cx(
              'absolute inset-0 -z-10 scheme-dark',
              hasSample(workflow) && 'scale-110 opacity-60 blur-2xl',
            )}
          >
            <Sample workflow={workflow} />
          </div>
        )}
        {!early && !picture && (
          <div className="absolute inset-0 -z-10 bg-gradient-to-t from-black via-black/70 to-black/20" />
        )}
        <div className="p-6 sm:p-10">
          <Spinner size={36} />
          <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl outline-none">
            Creating Your Masterpiece
          </h1>
          <p role="status" className="mt-2 text-lg text-white/85">
            {early ? 'Your picture is here. The large file follows.' : label}
          </p>
          <div className="mt-6 [--line:rgb(255_255_255/0.25)]">
            <Progress
              label="Generation"
              value={percent === undefined ? undefined : Math.max(percent, byTime)}
            />
          </div>
          <p className="mt-3 flex flex-wrap justify-between gap-x-6 text-sm text-white/85 tabular-nums">
            <span>Elapsed: {formatSeconds(elapsed)}</span>
            <span>
              {elapsed > generationSeconds * LATE && 'Taking a little longer than usual. '}
              Expected: about {generationSeconds} seconds
            </span>
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-4">
        <Card>
          <h2 className="text-lg">Your Inputs</h2>
          {given.length === 0 && <p className="mt-2 text-muted">No inputs were given.</p>}
          <dl className="mt-2 divide-y divide-line">
            {given.map(({ key, title, value }) => (
              <div key={key} className="py-3">
                <dt className="text-sm text-muted">{title}</dt>
                <dd className="mt-1">
                  <InputValue value={value} name={title} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <Button
          kind="secondary"
          disabled={context.jobId === null}
          onClick={() => send({ type: 'LEAVE_RUNNING' })}
        >
          Start another remix meanwhile
        </Button>
        <Button kind="secondary" onClick={() => send({ type: 'CANCEL' })}>
          Cancel Generation
        </Button>
        <p className="text-sm text-muted">
          You can leave this page. Your creation is still made, and you find it here when you come
          back.
        </p>
        <NoticeButton />
        {children}
      </div>
    </div>
  )
}

function NoticeButton() {
  const [canAsk, setCanAsk] = useState(canAskForNotice)
  if (!canAsk) return null
  return (
    <Button
      kind="ghost"
      onClick={() => {
        setCanAsk(false)
        void askForNotice().then((allowed) => track('ready_notice_asked', { allowed }))
      }}
    >
      <Icon of={Bell} />
      Notify me when it is ready
    </Button>
  )
}
