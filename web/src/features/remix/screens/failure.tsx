import { formatCents } from '@vignette/contract/money.ts'
import { Button } from '../../../ui/button.tsx'
import { ContactAddress } from '../../../ui/contact-address.tsx'
import { ReportFault } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CircleAlert } from '../../../ui/icons.tsx'
import { isPaidRun } from '../machine-changes.ts'
import type { RemixContext, RemixEvent } from '../machine-context.ts'
import { usePhaseFocus } from './use-phase-focus.ts'

export function Failure({
  context,
  contact,
  send,
}: {
  context: RemixContext
  /** The operator's address to write to; absent where the operator has given none. */
  contact: string | null | undefined
  send: (event: RemixEvent) => void
}) {
  const heading = usePhaseFocus<HTMLHeadingElement>('failure')
  const { error, errorMessage, jobId, isOutcomeUnknown, open } = context
  const canCheck = isOutcomeUnknown && jobId !== null
  return (
    <div className="shell grid min-h-[60dvh] place-items-center py-16">
      <div className="w-full max-w-lg animate-rise text-center">
        <Icon of={CircleAlert} size={32} className="mx-auto text-danger" />
        <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl outline-none">
          Generation Failed
        </h1>
        <p role="alert" className="mt-3 text-lg">
          <ReportFault
            told={{ sentence: error || 'Unknown error occurred', message: errorMessage }}
          />
        </p>
        <p className="mt-3 text-muted">{describeCharge(context)}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {canCheck && <Button onClick={() => send({ type: 'CHECK_AGAIN' })}>Check Again</Button>}
          <Button
            kind={canCheck ? 'secondary' : 'primary'}
            onClick={() => send({ type: 'TRY_AGAIN' })}
          >
            Try Again
          </Button>
          <Button kind="secondary" onClick={() => send({ type: 'GO_BACK' })}>
            Go Back
          </Button>
          {open && !isOutcomeUnknown && (
            <Button kind="secondary" onClick={() => send({ type: 'RELEASE' })}>
              Release {formatCents(open.payment.amount)}
            </Button>
          )}
        </div>
        {jobId !== null && <RunNumber id={jobId} contact={contact} />}
      </div>
    </div>
  )
}

function RunNumber({ id, contact }: { id: string; contact: string | null | undefined }) {
  return (
    <p className="mt-10 border-t border-line pt-4 text-sm text-muted">
      {contact ? (
        <>
          Does it fail again? Write to{' '}
          <ContactAddress contact={contact} className="break-words underline" /> and name the number
          of this run:
        </>
      ) : (
        'Number of this run:'
      )}
      <span className="mt-1 block font-mono text-2xs break-all select-all">{id}</span>
    </p>
  )
}

function describeCharge(context: RemixContext): string {
  const { workflow, open, sessionId, isOutcomeUnknown } = context
  const price = open?.payment.amount ?? (workflow ? (workflow.launch ?? workflow).price : 0)
  if (isOutcomeUnknown) {
    return isPaidRun(context)
      ? 'It may still be running. You are charged only if it is delivered, and your inputs are kept.'
      : 'It may still be running, and your inputs are kept.'
  }
  return price > 0 && sessionId
    ? `Nothing was charged. Your authorisation of ${formatCents(price)} is kept for another try.`
    : 'Nothing was charged, and your inputs are kept.'
}
