import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import type { RemixEvent } from '../machine-context.ts'
import type { OpenPayment } from '../ports/remix-ports.ts'

/**
 * The authorisation for this recipe that waits for a run: its deadline, and a button to release.
 */
export function OpenAuthorisation({
  open,
  isReleasing,
  send,
}: {
  open: OpenPayment
  isReleasing: boolean
  send: (event: RemixEvent) => void
}) {
  const { next, expires_at } = open.payment
  return (
    <Alert
      title="Already authorised"
      action={
        <Button
          kind="secondary"
          size="sm"
          busy={isReleasing}
          onClick={() => send({ type: 'RELEASE' })}
        >
          Release
        </Button>
      }
    >
      {next}
      {expires_at && ` That is at ${formatMoment(expires_at)}.`}
    </Alert>
  )
}

/** In the visitor's own time zone. */
function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
