import { generationMinutes } from '@vignette/contract/generation-time.ts'
import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { TEST_CARD } from '@vignette/contract/money-limits.ts'
import { describeSize } from '@vignette/contract/output-size.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { type ReactNode, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Lock } from '../../../ui/icons.tsx'
import { LICENSE_WORDS } from '../../creations/index.ts'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { minuteWords } from './summary.tsx'
import { usePhaseFocus } from './use-phase-focus.ts'

export type PaywallState =
  | 'checking'
  | 'ready'
  | 'redirecting'
  | 'away'
  | 'authorised'
  | 'releasing'
  | 'failed'

/** Shows a field for an e-mail address. */
export type OfferReceipt = (email: string, onChange: (email: string) => void) => ReactNode

export function Paywall({
  context,
  state,
  send,
  offerReceipt,
}: {
  context: RemixContext
  state: PaywallState
  send: (event: RemixEvent) => void
  offerReceipt?: OfferReceipt | undefined
}) {
  const [email, setEmail] = useState('')
  const { workflow, config, notice, error, open, needsSignIn } = context
  const heading = usePhaseFocus<HTMLHeadingElement>(open ? 'authorised' : 'paywall')
  const back = () => send({ type: 'BACK' })
  if (!workflow) return null
  if (state === 'failed') {
    return (
      <ErrorState
        level={1}
        title="Payment System Error"
        action={<Button onClick={back}>Go Back</Button>}
      >
        {error}
      </ErrorState>
    )
  }
  const isLeaving = state === 'redirecting' || state === 'away'
  const price = formatCents(workflow.price)
  const closed = workflow.not_for_sale !== undefined || workflow.paused === true
  return (
    <div className="max-w-xl animate-rise">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {open ? 'Already authorised' : 'Secure Checkout'}
      </h1>
      <div className="mt-6 flex flex-col gap-4">
        {workflow.unavailable && (
          <Alert tone="warn" title="This recipe cannot run right now">
            {workflow.unavailable}
          </Alert>
        )}
        {workflow.not_for_sale && !open && !workflow.unavailable && (
          <Alert tone="warn" title="This recipe cannot be bought now">
            {workflow.not_for_sale}
          </Alert>
        )}
        {workflow.paused && !open && (
          <Alert tone="warn" title="Back soon">
            Its creator has paused this recipe: no new run starts now.
          </Alert>
        )}
        {notice && <Alert>{notice}</Alert>}
        {config?.testMode && !open && (
          <Alert tone="warn" title="Test mode">
            No real money moves. Pay with the test card{' '}
            <span className="font-mono whitespace-nowrap">{TEST_CARD}</span>, any future expiry and
            any CVC.
          </Alert>
        )}
        <OrderSummary workflow={workflow} amount={open?.payment.amount ?? workflow.price} />
        {open ? (
          <>
            <p className="text-muted">
              You have authorised {formatCents(open.payment.amount)} for this recipe and not used it
              yet. Continue to generate with it, or release it: nothing has been charged.
            </p>
            <div className="flex flex-wrap gap-3">
              <Button
                size="lg"
                className="flex-1"
                disabled={state === 'releasing' || workflow.unavailable !== null}
                onClick={() => send({ type: 'CONTINUE' })}
              >
                Continue
              </Button>
              <Button
                size="lg"
                kind="secondary"
                busy={state === 'releasing'}
                onClick={() => send({ type: 'RELEASE' })}
              >
                Release
              </Button>
            </div>
          </>
        ) : (
          <>
            {needsSignIn ? (
              <Button
                size="lg"
                className="w-full"
                disabled={state !== 'ready'}
                onClick={() => send({ type: 'SIGN_IN' })}
              >
                Sign in
              </Button>
            ) : (
              <form
                className="flex flex-col gap-4"
                onSubmit={(event) => {
                  event.preventDefault()
                  send(email ? { type: 'PAY', email } : { type: 'PAY' })
                }}
              >
                {!closed && offerReceipt?.(email, setEmail)}
                <Button
                  type="submit"
                  size="lg"
                  className="w-full"
                  busy={isLeaving}
                  disabled={state === 'checking' || closed}
                >
                  {isLeaving ? (
                    'Redirecting...'
                  ) : (
                    <>
                      <Icon of={Lock} size={17} />
                      Pay {price} Securely
                    </>
                  )}
                </Button>
              </form>
            )}
            {!closed && !needsSignIn && (
              <p className="text-sm text-muted">
                {workflow.proof
                  ? `You see a proof first. You pay only if you keep it: your card is authorised now, and released if you do not keep it within ${PROOF.hours} hours.`
                  : 'Your card is authorised now and charged only when your creation is delivered.'}{' '}
                A failed generation is not charged. {CREATOR_SHARE_PERCENT}%
                {workflow.price_includes_tax && ' of what is left after tax'} goes to @
                {workflow.creator_handle}.
              </p>
            )}
          </>
        )}
        <div>
          <Button
            kind="ghost"
            className="-ml-5"
            disabled={isLeaving || state === 'releasing'}
            onClick={back}
          >
            ← Back to Inputs
          </Button>
        </div>
      </div>
    </div>
  )
}

function OrderSummary({ workflow, amount }: { workflow: WorkflowView; amount: number }) {
  const license = LICENSE_WORDS[workflow.license]
  const minutes = generationMinutes(workflow.generation_time)
  return (
    <Card>
      <h2 className="text-sm font-medium text-muted">Order summary</h2>
      <p className="mt-2 text-lg font-semibold wrap-anywhere">{workflow.name}</p>
      <dl className="mt-4 space-y-2.5 border-t border-line pt-4 text-[0.9375rem]">
        <div className="flex justify-between gap-6">
          <dt className="text-muted">Generation time</dt>
          <dd>about {minuteWords(minutes)}</dd>
        </div>
        {workflow.output_size && (
          <div className="flex justify-between gap-6">
            <dt className="text-muted">File</dt>
            <dd className="text-right text-balance">{describeSize(workflow.output_size)}</dd>
          </div>
        )}
        <div className="flex justify-between gap-6">
          <dt className="text-muted">Licence</dt>
          <dd className="text-right">
            {license.title}
            <span className="block text-sm text-balance text-muted">{license.text}</span>
          </dd>
        </div>
        <div className="flex justify-between gap-6 border-t border-line pt-3 text-lg font-semibold">
          <dt>Total</dt>
          <dd className="tabular-nums">{formatCents(amount)}</dd>
        </div>
      </dl>
      {workflow.price_includes_tax && (
        <p className="mt-1 text-right text-sm text-muted">Includes the tax of your country.</p>
      )}
    </Card>
  )
}
