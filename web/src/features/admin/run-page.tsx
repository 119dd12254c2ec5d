import { useQuery } from '@tanstack/react-query'
import type { RunDetails } from '@vignette/contract/console.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type ReactNode, useState } from 'react'
import { apiQuery, send } from '../../lib/api.ts'
import { usePlace } from '../../lib/router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActDialog } from './components/act-dialog.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { Facts, Id } from './components/facts.tsx'
import { formatMinute } from './format-minute.ts'
import { STATUS_WORDS } from './runs-page.tsx'

export function AdminRunPage() {
  const { id } = usePlace()
  return (
    <AdminShell title="Run" call="getRun">
      <Found id={id} />
    </AdminShell>
  )
}

const LOOK_MS = 5_000

function Found({ id }: { id: string }) {
  const query = useQuery(
    apiQuery(
      'getRun',
      { params: { id } },
      {
        refetchInterval: ({ state: { data } }) => (data && !data.finished_at ? LOOK_MS : false),
      },
    ),
  )
  return (
    <QueryState
      query={query}
      failed="Failed to load the run"
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
    >
      {(run) => <Run run={run} />}
    </QueryState>
  )
}

const LINK = 'underline underline-offset-4'
const at = (time: string | null) => time && `${formatMinute(time)} UTC`

function Run({ run }: { run: RunDetails }) {
  const [asked, setAsked] = useState<'retry' | 'cancel'>()
  const [words, tone] = STATUS_WORDS[run.status]
  const params = { id: run.id }
  const common = { keep: `${asked} ${run.id}`, noteless: true, onClose: () => setAsked(undefined) }
  return (
    <div className="grid gap-10 lg:grid-cols-[1fr_18rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <section aria-labelledby="run">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="run" className="text-xl font-semibold break-words">
              {run.recipe}
            </h2>
            <Badge tone={tone}>{words}</Badge>
            {run.test && <Badge>Test</Badge>}
          </div>
          <div className="mt-5">
            <Facts facts={factsOf(run)} />
          </div>
        </section>
        <Table
          name="Steps"
          empty="No step has begun."
          rows={run.steps.map((step) => [
            step.step,
            step.provider ?? '',
            step.state,
            `${step.tries} ${step.tries === 1 ? 'try' : 'tries'}`,
            step.cost > 0 ? formatCents(step.cost) : '',
          ])}
        />
        <Table
          name="Attempts"
          empty="No worker has taken it."
          rows={run.attempts.map((attempt) => [
            `${attempt.attempt}.`,
            attempt.worker,
            `${formatMinute(attempt.started_at)} UTC`,
            attempt.outcome ?? (attempt.ended_at ? '' : 'at work'),
          ])}
        />
      </div>
      <section aria-label="Actions" className="flex flex-col gap-3">
        {run.finished_at === null ? (
          <>
            <Button kind="secondary" onClick={() => setAsked('retry')}>
              Wake it now
            </Button>
            <Button kind="secondary" className="text-danger!" onClick={() => setAsked('cancel')}>
              Cancel
            </Button>
          </>
        ) : (
          <p className="text-sm text-muted">The run has ended.</p>
        )}
      </section>
      {asked === 'retry' && (
        <ActDialog
          {...common}
          title="Wake the run now?"
          description="It waits no longer, neither in line nor for a vendor’s answer. What is done is not done again."
          label="Wake it"
          done="The run is woken"
          act={(_, client) => send(client, 'retryRun', { params })}
        />
      )}
      {asked === 'cancel' && (
        <ActDialog
          {...common}
          danger
          title="Cancel the run?"
          description="Nothing is charged; the buyer’s authorisation is free for another run."
          label="Cancel the run"
          done="The run is cancelled"
          act={(_, client) => send(client, 'cancelRun', { params })}
        />
      )}
    </div>
  )
}

function factsOf(run: RunDetails): (readonly [string, ReactNode])[] {
  const id = (to: `/${string}`, text: string) => (
    <Link className={LINK} to={to}>
      <Id>{text}</Id>
    </Link>
  )
  return [
    [
      'By',
      run.owner_has_account ? (
        <Link className={LINK} to={`/admin/people/${run.owner_id}`}>
          @{run.owner_handle}
        </Link>
      ) : (
        `@${run.owner_handle}, without an account`
      ),
    ],
    ['Now', run.finished_at ? '' : `${run.progress}, ${Math.round(run.percent)}%`],
    ['What went wrong', [run.error_code, run.error].filter(Boolean).join(': ')],
    ['Created', at(run.created_at)],
    ['Began', at(run.started_at)],
    ['Ended', at(run.finished_at)],
    ['Waits until', run.finished_at || run.status === 'RUNNING' ? '' : at(run.wake_at)],
    ['In line', run.in_line ? 'Behind an earlier run of the same person' : ''],
    ['Given up at', run.finished_at ? '' : at(run.deadline_at)],
    ['Worker', run.worker],
    ['Recipe', run.workflow_id && id(`/workflows/${run.workflow_id}`, run.workflow_id)],
    ['Creation', run.creation_id && <Id>{run.creation_id}</Id>],
    ['Payment', run.payment_id && id(`/admin/payments/${run.payment_id}`, run.payment_id)],
    ['Id', <Id key="id">{run.id}</Id>],
  ]
}

function Table({
  name,
  rows,
  empty,
}: {
  name: string
  rows: readonly (readonly string[])[]
  empty: string
}) {
  return (
    <section aria-label={name}>
      <h2 className="text-xl font-semibold">{name}</h2>
      {rows.length === 0 && <p className="mt-3 text-sm text-muted">{empty}</p>}
      <ol className="mt-4 text-sm">
        {rows.map((cells, row) => (
          <li
            key={row}
            className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line py-2.5 first:border-t-0"
          >
            {cells.map((cell, column) => (
              <span
                key={column}
                className={column === 0 ? 'font-medium break-all' : 'break-all text-muted'}
              >
                {cell}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
