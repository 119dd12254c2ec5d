import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import type { PayoutRunView, RunPayoutView } from '@vignette/contract/payouts.ts'
import { apiPages, send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { saveAnswer } from '../../../lib/save-file.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast.tsx'
import {
  countPayouts,
  isReversible,
  listBankWords,
  STARTER_WORDS,
  STATE_TONES,
} from '../describe-payouts.ts'
import { formatMinute } from '../format-minute.ts'
import { ActDialog } from './act-dialog.tsx'
import { MarkDialog, type Marking } from './mark-dialog.tsx'

/** One run with its payouts; an admin marks payouts by hand as made here. */
export function RunPanel({ id }: { id: string }) {
  const query = useInfiniteQuery(apiPages('listRunPayouts', { params: { id } }))
  const [marking, setMarking] = useKeptState<Marking | undefined>('marking', undefined)
  const [wrong, setWrong] = useKeptState<RunPayoutView | undefined>('taking back', undefined)
  const run = query.data?.pages[0]?.run
  return (
    <section aria-labelledby="run">
      <LinkButton to="/admin/payouts?tab=runs" kind="secondary" size="sm">
        All runs
      </LinkButton>
      <h2 id="run" className="mt-5 text-xl font-semibold">
        {run ? `Run of ${formatMinute(run.due_at)} UTC` : 'Run'}
      </h2>
      {run && <RunHead run={run} />}
      <QueryPages
        query={query}
        rows={(page) => page.payouts}
        failed="Failed to load the run"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState level={3} title="This run paid nothing">
            No creator had enough cleared money, or a reason kept it.
          </EmptyState>
        }
      >
        {(payouts) => (
          <ul className="mt-5 flex flex-col gap-3">
            {payouts.map((payout) => (
              <Payout
                key={payout.id}
                payout={payout}
                onMark={setMarking}
                onTakeBack={() => setWrong(payout)}
              />
            ))}
          </ul>
        )}
      </QueryPages>
      {marking && <MarkDialog marking={marking} onClose={() => setMarking(undefined)} />}
      {wrong && (
        <ActDialog
          keep={`reverse ${wrong.id}`}
          danger
          reasonFor="the creator, who reads it as it is"
          title="Take the payout back?"
          description={`The vendor is asked for what is left of ${formatCents(wrong.amount)} to @${wrong.handle}. The money is the creator’s again and leaves with the next run.`}
          label="Take back"
          done="The payout is taken back"
          act={(reason, client) =>
            send(client, 'reversePayout', { params: { id: wrong.id }, body: { reason } })
          }
          onClose={() => setWrong(undefined)}
        />
      )}
    </section>
  )
}

function RunHead({ run }: { run: PayoutRunView }) {
  const saving = useMutation({
    mutationFn: () =>
      saveAnswer('exportPayoutRun', { params: { id: run.id } }, `payouts-${run.id}.csv`),
    onError: (error) =>
      toastError(readReason(error, 'The list could not be saved. Please try again.')),
  })
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        {STARTER_WORDS[run.by]}: {formatCents(run.total)} in {countPayouts(run.payouts)}.
        {run.ended_at === null && ' It is still at work.'}
      </p>
      {run.payouts > 0 && (
        <Button kind="secondary" size="sm" busy={saving.isPending} onClick={() => saving.mutate()}>
          Save as CSV
        </Button>
      )}
    </div>
  )
}

const MARKS = { paid: 'Mark paid', failed: 'Mark failed' } as const

function Payout({
  payout,
  onMark,
  onTakeBack,
}: {
  payout: RunPayoutView
  onMark: (marking: Marking) => void
  onTakeBack: () => void
}) {
  const words = listBankWords(payout)
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium break-all">@{payout.handle}</h3>
        <Badge tone={STATE_TONES[payout.state]}>{payout.words}</Badge>
        <span className="ml-auto font-semibold tabular-nums">{formatCents(payout.amount)}</span>
      </div>
      {payout.returned > 0 && payout.state !== 'returned' && (
        <p className="mt-2 text-sm text-muted">{formatCents(payout.returned)} of it came back.</p>
      )}
      {payout.reason && <p className="mt-2 text-sm break-words text-muted">{payout.reason}</p>}
      {payout.reference && (
        <p className="mt-2 text-sm break-words text-muted">Reference {payout.reference}</p>
      )}
      {isReversible(payout) && (
        <Button
          kind="secondary"
          size="sm"
          className="mt-4 text-danger!"
          aria-label={`Take back: @${payout.handle}`}
          onClick={onTakeBack}
        >
          Take back
        </Button>
      )}
      {words.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          {words.map((outcome) => (
            <Button
              key={outcome}
              kind="secondary"
              size="sm"
              aria-label={`${MARKS[outcome]}: @${payout.handle}`}
              onClick={() => onMark({ payout, outcome })}
            >
              {MARKS[outcome]}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
