import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { TEST_CARD } from '@vignette/contract/money-limits.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { checkEmail } from '../../../lib/check-email.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Lock } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Travel } from '../../../ui/travel.tsx'
import {
  type BroughtCode,
  PriceReason,
  PriceWith,
  priceWith,
  type Waiver,
} from '../../creations/index.ts'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { OrderSummary } from './order-summary.tsx'
import { OwnPicture, useOwnPicture } from './own-picture.tsx'
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
export type OfferReceipt = (
  email: string,
  onChange: (email: string) => void,
  error: string | undefined,
) => ReactNode

export function Paywall({
  context,
  state,
  send,
  offerReceipt,
  code,
  codeField,
  waiver,
  seller,
  processor,
}: {
  context: RemixContext
  state: PaywallState
  send: (event: RemixEvent) => void
  offerReceipt?: OfferReceipt | undefined
  code?: BroughtCode | undefined
  codeField?: ReactNode
  waiver?: Waiver | undefined
  seller?: string | undefined
  processor?: string | undefined
}) {
  const form = useId()
  const { picture, awaited } = useOwnPicture(context)
  const quote = code?.quote
  // The refusal may be about the code.
  useEffect(() => {
    if (state === 'checking') code?.lookAgain()
  }, [state])
  const { workflow, config, notice, error, errorMessage, open, needsSignIn } = context
  const email = offerReceipt ? context.email : ''
  const fields = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const wrongEmail = email.trim() && refusals > 0 ? checkEmail(email) : undefined
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  const heading = usePhaseFocus<HTMLHeadingElement>(open ? 'authorised' : 'paywall')
  const back = () => send({ type: 'BACK' })
  if (!workflow) return null
  if (state === 'failed') {
    return (
      <ErrorState
        level={1}
        title="Payment System Error"
        told={{ sentence: error ?? '', message: errorMessage }}
        action={<Button onClick={back}>Go Back</Button>}
      />
    )
  }
  const isLeaving = state === 'redirecting' || state === 'away'
  const amount = priceWith(workflow, code)
  const price = formatCents(amount)
  const isOwn = workflow.is_owner
  // Their own recipe creators buy with test money alone.
  const sells = !isOwn || config?.testMode === true
  // Of a proof it is asked when it is kept.
  const asksWaiver = sells && amount > 0 && !workflow.proof
  const closed = workflow.not_for_sale !== undefined || workflow.paused === true
  return (
    <div className="shell flex animate-rise flex-col gap-4 py-6 sm:py-10 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-16 xl:gap-x-24">
      <h1 ref={heading} tabIndex={-1} className="scroll-mt-10 text-2xl outline-none lg:col-start-2">
        {open ? 'Already authorised' : 'Secure Checkout'}
      </h1>
      <div className="flex flex-col gap-6 lg:row-span-2 lg:row-start-1">
        <Travel name={`recipe-${workflow.id}`}>
          {picture ? (
            <OwnPicture src={picture} className="max-h-64 max-w-full lg:max-h-[46dvh]" />
          ) : (
            awaited && <Skeleton className="mx-auto aspect-[2/3] h-64 lg:h-[46dvh]" />
          )}
        </Travel>
        <OrderSummary
          workflow={workflow}
          wizard={context.wizard}
          total={
            open ? formatCents(open.payment.amount) : <PriceWith workflow={workflow} code={code} />
          }
          note={
            !open && <PriceReason workflow={workflow} code={code} className="mt-3 empty:hidden" />
          }
          seller={seller}
          showsSample={!picture && !awaited}
        />
      </div>
      <div className="max-lg:contents lg:flex lg:flex-col lg:gap-4">
        {workflow.unavailable && (
          <Alert tone="warn" title="This recipe cannot be remixed right now">
            {workflow.unavailable}
          </Alert>
        )}
        {workflow.not_for_sale && !workflow.paused && !open && !workflow.unavailable && (
          <Alert tone="warn" title="This recipe cannot be bought now">
            {workflow.not_for_sale}
          </Alert>
        )}
        {workflow.paused && !open && (
          <Alert tone="warn" title="Back soon">
            {workflow.not_for_sale}
          </Alert>
        )}
        {notice && <Alert>{notice}</Alert>}
        {!open && !closed && !needsSignIn && !isOwn && amount > 0 && (
          <PayPromise proof={workflow.proof !== null} price={price} />
        )}
        {config?.testMode && !open && (
          <Alert tone="warn" title="Test mode">
            No real money moves. Pay with the test card{' '}
            <span className="font-mono whitespace-nowrap">{TEST_CARD}</span>, any future expiry and
            any CVC.
          </Alert>
        )}
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
                disabled={state !== 'authorised' || workflow.unavailable !== null}
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
              <>
                {/* What comes a moment later must not move the button under a finger. */}
                {!closed && !isOwn && codeField && (
                  <div className="min-h-11">
                    {(state === 'ready' || quote) && !code?.isSought && codeField}
                  </div>
                )}
                <form
                  id={form}
                  ref={fields}
                  noValidate
                  className="flex flex-col gap-4"
                  onSubmit={(event) => {
                    event.preventDefault()
                    if (email.trim() && checkEmail(email)) return setRefusals((count) => count + 1)
                    if (quote?.price === 0) return send({ type: 'RUN_FREE', code: quote.code })
                    send({
                      type: 'PAY',
                      ...(email && { email }),
                      ...(quote && { quote }),
                      ...(asksWaiver && waiver?.waiver && { waiver: waiver.waiver }),
                    })
                  }}
                >
                  {sells &&
                    !closed &&
                    amount > 0 &&
                    offerReceipt?.(
                      email,
                      (next) => send({ type: 'SET_EMAIL', email: next }),
                      wrongEmail,
                    )}
                  {asksWaiver && waiver?.boxes}
                </form>
                <ActionBar className="flex-wrap gap-y-2 max-sm:-mx-4">
                  {sells && amount > 0 && workflow.proof && (
                    <p className="w-full text-center text-sm text-muted sm:hidden">
                      Charged only if you keep it
                    </p>
                  )}
                  {sells && (
                    <Button
                      type="submit"
                      form={form}
                      size="lg"
                      className="flex-1"
                      busy={isLeaving}
                      disabled={state === 'checking' || closed || code?.isSought}
                    >
                      {isLeaving ? (
                        'Redirecting...'
                      ) : amount === 0 ? (
                        'Remix it free'
                      ) : (
                        <>
                          <Icon of={Lock} size={17} />
                          Pay {price} Securely
                        </>
                      )}
                    </Button>
                  )}
                  {isOwn && (
                    <Button
                      size="lg"
                      kind={sells ? 'secondary' : 'primary'}
                      className="grow basis-72 whitespace-normal!"
                      disabled={state !== 'ready' || workflow.paused === true}
                      onClick={() => send({ type: 'TEST' })}
                    >
                      This is your own recipe: test it free
                    </Button>
                  )}
                </ActionBar>
              </>
            )}
            {isOwn && (
              <p className="text-sm text-muted">
                A free test stays private.{' '}
                {sells
                  ? 'Neither it nor test money counts as a sale.'
                  : 'You cannot buy your own recipe with real money.'}
              </p>
            )}
            {!closed && !needsSignIn && !isOwn && amount > 0 && (
              <p className="text-sm text-muted">
                {processor &&
                  `You enter your card on ${processor}’s page: its number never reaches us. `}
                {CREATOR_SHARE_PERCENT}%
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

/** What happens to the money, and when. */
function PayPromise({ proof, price }: { proof: boolean; price: string }) {
  const steps = proof
    ? [
        ['Now', `Your card is authorised for ${price}, not charged.`],
        ['Then', 'You see a proof first.'],
        [
          'At the end',
          `You pay only if you keep it. Not kept within ${PROOF.hours} hours, it is released.`,
        ],
      ]
    : [
        ['Now', `Your card is authorised for ${price}, not charged.`],
        ['Then', 'Your creation is made. A failed generation is not charged.'],
        ['At the end', 'Your card is charged only when your creation is delivered.'],
      ]
  return (
    <ol className="grid gap-3 rounded-lg border border-line bg-surface p-5">
      {steps.map(([when, what]) => (
        <li key={when} className="grid grid-cols-[5.5rem_1fr] gap-3 text-[0.9375rem]">
          <span className="text-muted">{when}</span>
          <span>{what}</span>
        </li>
      ))}
    </ol>
  )
}
