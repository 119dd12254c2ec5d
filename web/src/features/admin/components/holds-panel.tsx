import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import type { PayoutHoldView } from '@vignette/contract/payouts.ts'
import { track } from '../../../lib/analytics.ts'
import { apiPages, send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ActionDialog } from '../../../ui/form.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { formatMinute } from '../format-minute.ts'
import { HoldDialog } from './hold-dialog.tsx'

/** The holds in force. */
export function HoldsPanel() {
  const query = useInfiniteQuery(apiPages('listPayoutHolds', {}))
  const [setting, setSetting] = useKeptState('holding', false)
  const [lifting, setLifting] = useKeptState<PayoutHoldView | undefined>('lifting', undefined)
  return (
    <section aria-labelledby="holds">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="holds" className="text-xl font-semibold">
          Holds
        </h2>
        <Button kind="secondary" size="sm" onClick={() => setSetting(true)}>
          Set a hold
        </Button>
      </div>
      <QueryPages
        query={query}
        rows={(page) => page.holds}
        failed="Failed to load holds"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState level={3} title="Nothing is held">
            Money that a rule or an admin keeps back from payouts is listed here.
          </EmptyState>
        }
      >
        {(holds) => (
          <ul className="mt-5 flex flex-col gap-3">
            {holds.map((hold) => (
              <Hold key={hold.id} hold={hold} onLift={setLifting} />
            ))}
          </ul>
        )}
      </QueryPages>
      {setting && <HoldDialog onClose={() => setSetting(false)} />}
      {lifting && <LiftDialog hold={lifting} onClose={() => setLifting(undefined)} />}
    </section>
  )
}

const heldOf = ({ amount }: PayoutHoldView) =>
  amount === null ? 'Everything' : formatCents(amount)

function Hold({ hold, onLift }: { hold: PayoutHoldView; onLift: (hold: PayoutHoldView) => void }) {
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium break-all">@{hold.handle}</h3>
        <Badge tone={hold.set_by === 'rule' ? 'warn' : 'plain'}>
          {hold.set_by === 'rule' ? 'Set by a rule' : 'Set by an admin'}
        </Badge>
        <span className="ml-auto font-semibold tabular-nums">{heldOf(hold)}</span>
      </div>
      <blockquote className="mt-3 border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-wrap">
        {hold.reason}
      </blockquote>
      <p className="mt-3 text-sm text-muted">
        Since {formatMinute(hold.since)} UTC
        {hold.until && `, until ${formatMinute(hold.until)} UTC`}
      </p>
      <div className="mt-4">
        <Button
          kind="secondary"
          size="sm"
          aria-label={`Lift the hold of @${hold.handle}`}
          onClick={() => onLift(hold)}
        >
          Lift
        </Button>
      </div>
    </li>
  )
}

function LiftDialog({ hold, onClose }: { hold: PayoutHoldView; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ActionDialog
      title="Lift the hold?"
      description={`@${hold.handle}: ${heldOf(hold)}. What is held goes with the next payout.`}
      label="Lift"
      onClose={onClose}
      act={async () => {
        await send(client, 'liftPayoutHold', { params: { id: hold.id } })
        track('payout_hold_lifted')
        toast('The hold is lifted')
      }}
    />
  )
}
