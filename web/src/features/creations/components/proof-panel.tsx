import { useQueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { describeSize } from '@vignette/contract/output-size.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import { type ReactNode, useState } from 'react'
import { ApiError, readReason } from '../../../lib/api-error.ts'
import { formatLocalMinute } from '../../../lib/dates.ts'
import { navigate } from '../../../lib/router.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { creationQuery, declineCreation, keepCreation, redrawCreation } from '../api.ts'
import { buildRemixPath } from '../build-links.ts'

type Action = 'keep' | 'decline' | 'redraw'
export type ProofEnd = 'kept' | 'declined' | 'gone'

/** What the buyer of a proof may do with it, and what each does to the money. */
export function ProofPanel({
  creation,
  proof,
  onEnd,
}: {
  creation: CreationView
  proof: NonNullable<CreationView['proof']>
  onEnd: (end: ProofEnd) => void
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Action>()
  const [asking, setAsking] = useState<'decline' | 'redraw'>()
  const [fault, setFault] = useState<string>()
  const [closed, setClosed] = useState(false)
  const { draws, draws_left: left, whole, expires_at } = proof
  const price = formatCents(proof.price)
  const film = creation.video !== null
  const file = whole
    ? describeSize({ ...whole, film, seconds: whole.seconds ?? undefined })
    : 'the whole file'

  async function decide(action: Action) {
    setAsking(undefined)
    setFault(undefined)
    setBusy(action)
    try {
      if (action === 'keep') {
        await keepCreation(client, creation.id)
        onEnd('kept')
      } else if (action === 'decline') {
        await declineCreation(client, creation.id)
        onEnd('declined')
      } else {
        await redrawCreation(client, creation.id)
        navigate(buildRemixPath(creation.workflow_id), { replace: true })
      }
      // The buttons stay busy until the page has changed: a second click would decide again.
    } catch (error) {
      // A recipe that is gone (410) cannot draw again; the proof is still there.
      if (error instanceof ApiError && error.status === 404) return onEnd('gone')
      setFault(readReason(error, 'This did not work. Please try again.'))
      // Another tab has decided, or the time is over: the page then shows what became of it.
      if (error instanceof ApiError && error.code === 'payment_state') {
        if (action !== 'redraw') setClosed(true)
        await client.invalidateQueries({ queryKey: creationQuery(creation.id).queryKey })
      }
      setBusy(undefined)
    }
  }

  const more = left === 1 ? '1 more' : `${left} more`
  return (
    <section
      aria-labelledby="proof"
      className="flex flex-col gap-5 rounded-lg border border-line-strong bg-surface p-5"
    >
      <div>
        <p className="text-sm text-muted tabular-nums">
          Proof{draws > 1 && ` ${draws - left} of ${draws}`}
        </p>
        <h2 id="proof" className="mt-1 text-xl">
          Do you like it?
        </h2>
        <p className="mt-2 text-muted">
          {film
            ? `You see a proof: its first ${PROOF.filmSeconds} seconds, small, with a mark and without sound.`
            : 'You see a proof: small, and with a mark.'}{' '}
          Nothing is charged yet.
        </p>
      </div>
      {fault && <Alert tone="danger">{fault}</Alert>}
      {!closed && (
        <div className="flex flex-col gap-5">
          <Choice words={`${price} is charged. You get ${file}, without the mark.`}>
            <Button
              size="lg"
              className="w-full"
              busy={busy === 'keep'}
              disabled={busy !== undefined}
              onClick={() => void decide('keep')}
            >
              Keep it {price}
            </Button>
          </Choice>
          {left > 0 && (
            <Choice
              words={`Another proof from the same inputs, ${more} on this payment. This one is deleted; nothing is charged.`}
            >
              <Button
                kind="secondary"
                className="w-full"
                busy={busy === 'redraw'}
                disabled={busy !== undefined}
                onClick={() => setAsking('redraw')}
              >
                Draw it again
              </Button>
            </Choice>
          )}
          <Choice words={`The proof is deleted, and the ${price} you authorised is released.`}>
            <Button
              kind="secondary"
              className="w-full"
              busy={busy === 'decline'}
              disabled={busy !== undefined}
              onClick={() => setAsking('decline')}
            >
              Not for me
            </Button>
          </Choice>
          <p className="border-t border-line pt-4 text-sm">
            Decide by <b className="font-semibold">{formatLocalMinute(expires_at)}</b>. If you do
            nothing, the proof is deleted and nothing is charged.
          </p>
        </div>
      )}
      <Dialog
        open={asking !== undefined}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={asking === 'redraw' ? 'Draw another one?' : 'Let it go?'}
        description={
          asking === 'redraw'
            ? 'This proof is deleted for good: you cannot come back to it.'
            : 'This proof is deleted for good, and nothing is charged.'
        }
      >
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => asking && void decide(asking)}>
            {asking === 'redraw' ? 'Draw it again' : 'Let it go'}
          </Button>
          <Button kind="secondary" onClick={() => setAsking(undefined)}>
            Back
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

function Choice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-2 text-sm text-muted">{words}</p>
    </div>
  )
}
