import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { dateWordOf } from '@vignette/contract/payout-words.ts'
import type { PreviewLineView } from '@vignette/contract/payouts.ts'
import { useState } from 'react'
import { apiQuery } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ACCOUNT_WORDS, countCreators } from '../describe-payouts.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { RunDialog } from './run-dialog.tsx'

type Preview = Answer<'previewPayoutRun'>

const AT_ONCE = 50

/** What a run would pay now and what it would leave, for each creator with cleared money. */
export function RunPreview({ onStarted }: { onStarted: (runId: string) => void }) {
  const query = useQuery(apiQuery('previewPayoutRun', {}))
  return (
    <QueryState
      query={query}
      failed="Failed to load the preview"
      loading={<Skeleton className="h-56 w-full rounded-lg" />}
    >
      {(preview) => (
        <section aria-labelledby="next-run">
          <Summary preview={preview} onStarted={onStarted} />
          {preview.creators.length === 0 ? (
            <EmptyState level={3} title="No creator has cleared money">
              Sales clear some days after their capture. Then each creator is listed here.
            </EmptyState>
          ) : (
            <Creators creators={preview.creators} />
          )}
        </section>
      )}
    </QueryState>
  )
}

function Summary({ preview, onStarted }: { preview: Preview; onStarted: (runId: string) => void }) {
  const [confirming, setConfirming] = useKeptState('paying', false)
  const { total, payouts, test_mode, balance, short } = preview
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 id="next-run" className="text-xl font-semibold">
            Next run
          </h2>
          <p className="mt-2">
            {total === 0
              ? 'A run would pay nothing now.'
              : `A run would now pay ${formatCents(total)} to ${countCreators(payouts)}.`}
          </p>
          {short > 0 && (
            <p className="mt-1 font-medium text-danger">
              The balance at the payout vendor, {formatCents(balance ?? 0)}, is short by{' '}
              {formatCents(short)}: who does not fit waits, and reads that we delay it.
            </p>
          )}
          <p className="mt-1 text-sm text-muted">
            Fridays at 06:00 UTC a run starts by itself.
            {test_mode && ' This is test money: no bank gets anything.'}
          </p>
        </div>
        {total > 0 && (
          <Button onClick={() => setConfirming(true)}>Pay {formatCents(total)} now</Button>
        )}
      </div>
      {confirming && (
        <RunDialog preview={preview} onStarted={onStarted} onClose={() => setConfirming(false)} />
      )}
    </>
  )
}

/** Creators who would be paid come first, then creators by the money that stays with the platform. */
function inOrder(creators: PreviewLineView[]): PreviewLineView[] {
  return creators.toSorted((a, b) => b.payable - a.payable || b.available - a.available)
}

function Creators({ creators }: { creators: PreviewLineView[] }) {
  const [shown, setShown] = useState(AT_ONCE)
  const [holding, setHolding] = useKeptState<PreviewLineView | undefined>('holding of', undefined)
  return (
    <>
      <ul className="mt-6 flex flex-col gap-3">
        {inOrder(creators)
          .slice(0, shown)
          .map((creator) => (
            <Creator key={creator.principal_id} creator={creator} onHold={setHolding} />
          ))}
      </ul>
      {shown < creators.length && (
        <Button kind="secondary" className="mt-5" onClick={() => setShown(shown + AT_ONCE)}>
          Load more
        </Button>
      )}
      {holding && <HoldDialog creator={holding} onClose={() => setHolding(undefined)} />}
    </>
  )
}

function Creator({
  creator,
  onHold,
}: {
  creator: PreviewLineView
  onHold: (creator: PreviewLineView) => void
}) {
  const { handle, account, available, payable, stays } = creator
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium break-all">@{handle}</h3>
        <Badge tone={account === 'ready' ? 'good' : 'plain'}>{ACCOUNT_WORDS[account]}</Badge>
        <p className="text-sm text-muted tabular-nums sm:ml-auto">
          {available < 0 ? (
            `Owes back ${formatCents(-available)}`
          ) : (
            <>
              Pays <span className="text-base font-semibold text-ink">{formatCents(payable)}</span>{' '}
              of {formatCents(available)} cleared
            </>
          )}
        </p>
      </div>
      {stays.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 text-sm">
          {stays.map((line, at) => (
            <li key={`${line.reason}-${at}`} className="flex gap-3">
              <span className="min-w-16 shrink-0 tabular-nums">{formatCents(line.amount)}</span>
              <span className="min-w-0 break-words text-muted">
                {line.words}
                {line.date && ` ${dateWordOf(line.reason)} ${formatLongDate(line.date)}.`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Button
          kind="secondary"
          aria-label={`Hold money of @${handle}`}
          onClick={() => onHold(creator)}
        >
          Hold
        </Button>
      </div>
    </li>
  )
}
