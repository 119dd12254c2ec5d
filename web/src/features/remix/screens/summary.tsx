import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { creatorShareCents, formatCents } from '@vignette/contract/money.ts'
import { type ReactNode, useEffect } from 'react'
import { track } from '../../../lib/analytics.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { type BroughtCode, PriceReason, PriceWith, priceWith } from '../../creations/index.ts'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { isComplete, type WizardAction, type WizardState } from '../wizard/reducer.ts'
import { isEmpty } from '../wizard/rules.ts'
import { summarizeStep } from '../wizard/summarize.ts'
import { drawsWords } from '../wizard/words.ts'
import { describeTime } from './describe-time.ts'
import { InputValue } from './input-value.tsx'
import { RunSize } from './run-size.tsx'
import { usePhaseFocus } from './use-phase-focus.ts'
import { WordsWarning } from './words-line.tsx'

export function Summary({
  context,
  code,
  isSubmitting,
  send,
  dispatch,
}: {
  context: RemixContext
  code: BroughtCode | undefined
  isSubmitting: boolean
  send: (event: RemixEvent) => void
  dispatch: (action: WizardAction) => void
}) {
  const { wizard, workflow, acceptsTerms, isPublic, workflowId } = context
  const heading = usePhaseFocus<HTMLHeadingElement>('summary')
  useEffect(() => track('remix_summary_viewed', { workflow_id: workflowId }), [workflowId])
  if (!workflow) return null
  const price = priceWith(workflow, code)
  const isFree = workflow.price === 0
  const isDivided = price > 0 && !workflow.is_owner
  const isTaxed = price > 0 && workflow.price_includes_tax === true
  return (
    <div className="flex animate-rise flex-col gap-4">
      <Card>
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Your Inputs
        </h2>
        <ul className="mt-3 divide-y divide-line">
          {wizard.steps.map((step, index) => {
            const state = wizard.states[index]
            return (
              <li key={step.key} className="flex items-start justify-between gap-4 py-3.5">
                <div className="min-w-0 flex-1">
                  <p className="text-sm text-muted">{step.title}</p>
                  <div className="mt-0.5 min-w-0">
                    {state?.isSkipped ? (
                      <span className="text-muted">Skipped</span>
                    ) : (
                      <InputValue name={step.title} value={summarizeStep(step, state?.value)} />
                    )}
                  </div>
                </div>
                <Button
                  kind="ghost"
                  size="sm"
                  className="-mr-3.5"
                  aria-label={`Edit ${step.title}`}
                  onClick={() => dispatch({ type: 'edit', index })}
                >
                  Edit
                </Button>
              </li>
            )
          })}
        </ul>
      </Card>
      {price > 0 && drawsWords(workflow) && <WordsWarning workflow={workflow} wizard={wizard} />}
      <div className={cx('grid grid-cols-1 gap-4', !isFree && 'sm:grid-cols-2')}>
        <Card className={cx(isFree && 'flex flex-wrap items-baseline justify-between gap-x-6')}>
          <h2 className="text-lg">Cost Breakdown</h2>
          <dl className={cx('text-[0.9375rem]', !isFree && 'mt-3')}>
            <div className="flex justify-between gap-4 font-semibold">
              <dt>Total</dt>
              <dd className="tabular-nums">
                <PriceWith workflow={workflow} code={code} />
              </dd>
            </div>
            {isDivided && (
              <div className="mt-1 flex justify-between gap-4 text-sm text-muted">
                <dt>of which to the creator ({CREATOR_SHARE_PERCENT}%)</dt>
                <dd className="tabular-nums">
                  {isTaxed && 'up to '}
                  {formatCents(creatorShareCents(price))}
                </dd>
              </div>
            )}
          </dl>
          <PriceReason workflow={workflow} code={code} className="mt-3 empty:hidden" />
          {isTaxed && (
            <p className="mt-3 text-sm text-muted">
              The total includes the tax of your country. What is left after it is divided; your
              receipt tells the sums.
            </p>
          )}
          {workflow.is_owner && price > 0 && (
            <p className="mt-3 text-sm text-muted">
              This recipe is yours: next you may test it free. A free test stays private and counts
              as no sale.
            </p>
          )}
          {price > 0 && (
            <p className="mt-3 text-sm text-muted">
              {workflow.proof
                ? 'You see a proof first. You pay only if you keep it.'
                : 'Charged only once your creation is delivered.'}
            </p>
          )}
        </Card>
        <Card>
          <h2 className="text-lg">Generation Details</h2>
          <dl className="mt-3 text-[0.9375rem]">
            <Line name="What you gave">{countGiven(wizard)}</Line>
            <Line name="Made in">{countWords(workflow.steps.length || 1, 'step')}</Line>
            <Line name="You get">{countWords(workflow.files ?? 1, 'result')}</Line>
            {workflow.output_size && (
              <Line name={workflow.files ? 'First file' : 'File'}>
                <RunSize workflow={workflow} wizard={wizard} />
              </Line>
            )}
            <Line name="Estimated time">{describeTime(workflow)}</Line>
          </dl>
        </Card>
      </div>
      <Card className="flex flex-col gap-4">
        <Checkbox
          label="Make this creation public"
          hint="Off, only you can see it. On, others may see and remix it."
          checked={isPublic}
          onChange={(event) => {
            track('remix_privacy_toggled', { public: event.target.checked })
            send({ type: 'SET_PUBLIC', isPublic: event.target.checked })
          }}
        />
        <Checkbox
          label={
            <>
              I accept the{' '}
              <Link to="/terms" target="_blank" className="underline underline-offset-3">
                terms
              </Link>{' '}
              and the{' '}
              <Link to="/privacy" target="_blank" className="underline underline-offset-3">
                privacy policy
              </Link>
            </>
          }
          checked={acceptsTerms}
          onChange={(event) => {
            track('remix_terms_toggled', { accepted: event.target.checked })
            send({ type: 'SET_TERMS', accepts: event.target.checked })
          }}
        />
        {!acceptsTerms && <p className="text-sm text-warn">Please accept the terms to continue</p>}
      </Card>
      <div className="max-sm:contents sm:flex sm:flex-row-reverse sm:items-center sm:justify-between">
        <ActionBar className="justify-end gap-4 max-sm:-mx-4">
          {workflow.price > 0 && (
            <span className="text-lg font-semibold tabular-nums">
              <PriceWith workflow={workflow} code={code} />
            </span>
          )}
          <Button
            size="lg"
            className="max-sm:flex-1"
            busy={isSubmitting}
            disabled={!acceptsTerms || !isComplete(wizard) || workflow.unavailable !== null}
            onClick={() => send({ type: 'COMPLETE' })}
          >
            {acceptsTerms ? 'Complete' : 'Accept Terms to Continue'}
          </Button>
        </ActionBar>
        <Button kind="secondary" onClick={() => dispatch({ type: 'back' })}>
          Back
        </Button>
      </div>
    </div>
  )
}

/** "3 of 4 inputs" where one was left out. */
function countGiven({ steps, states }: WizardState): string {
  const given = states.filter((one) => !one.isSkipped && !isEmpty(one.value)).length
  const all = countWords(steps.length, 'input')
  return given < steps.length ? `${given} of ${all}` : all
}

function countWords(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
