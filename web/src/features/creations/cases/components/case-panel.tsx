import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CaseView } from '@vignette/contract/cases.ts'
import { useState } from 'react'
import { readReason } from '../../../../lib/api-error.ts'
import type { Answer } from '../../../../lib/client.ts'
import { formatLocalDate } from '../../../../lib/dates.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { QueryState } from '../../../../ui/query-state.tsx'
import { toastError } from '../../../../ui/toast.tsx'
import { type CaseSubject, paymentCaseQuery, withdrawCase } from '../api.ts'
import { describeState } from '../describe-case.ts'
import { CaseWords } from './case-words.tsx'
import { ComplaintDialog } from './complaint-dialog.tsx'

/** The part of a receipt in which the buyer opens a case and sees its state. */
export function CasePanel({ subject }: { subject: CaseSubject }) {
  const query = useQuery(paymentCaseQuery(subject))
  return (
    <QueryState
      query={query}
      line
      failed="Whether something can be said about this purchase could not be loaded"
    >
      {(answer) => <Case {...answer} subject={subject} />}
    </QueryState>
  )
}

function Case({
  case: view,
  until,
  why_not: refused,
  subject,
}: Answer<'getPaymentCase'> & { subject: CaseSubject }) {
  const [asking, setAsking] = useState(false)
  if (view) return <Progress view={view} subject={subject} />
  const isOver = until !== null && new Date(until) < new Date()
  if (refused) {
    return isOver ? (
      <p className="mt-4 border-t border-line pt-3 text-sm text-muted">{refused}</p>
    ) : null
  }
  return (
    <div className="mt-4 flex flex-col items-start gap-2 border-t border-line pt-4">
      <Button kind="secondary" size="sm" onClick={() => setAsking(true)}>
        Something is wrong
      </Button>
      {until && (
        <p className="text-sm text-muted">
          Broken, not what you asked for or charged twice: say so by {formatLocalDate(until)}.
        </p>
      )}
      {asking && <ComplaintDialog subject={subject} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Progress({ view, subject }: { view: CaseView; subject: CaseSubject }) {
  const state = describeState(view)
  return (
    <section aria-labelledby="case" className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="case" className="mr-auto font-semibold">
          Something is wrong
        </h3>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="text-sm">{view.words}</p>
      <CaseWords view={view} />
      {view.waits_for && view.shared && (
        <p className="text-sm text-muted">
          The creator may see your creation and inputs until this is decided.
        </p>
      )}
      {view.may.withdraw && <Withdraw id={view.id} subject={subject} />}
    </section>
  )
}

function Withdraw({ id, subject }: { id: string; subject: CaseSubject }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const withdrawing = useMutation({
    mutationFn: () => withdrawCase(client, subject, id),
    onError: (error) =>
      toastError(readReason(error, 'It could not be taken back. Please try again.')),
  })
  const busy = withdrawing.isPending || withdrawing.isSuccess
  return (
    <div>
      <Button kind="ghost" size="sm" className="-ml-3.5" onClick={() => setAsking(true)}>
        Take it back
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        locked={busy}
        title="Take it back?"
        description="Nothing is decided then, and you cannot say so again about this purchase."
      >
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => withdrawing.mutate()}>
            Take it back
          </Button>
          <Button kind="secondary" disabled={busy} onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
