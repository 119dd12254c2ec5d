import { useMutation, useQuery } from '@tanstack/react-query'
import type { BatchRow, BatchView } from '@vignette/contract/batches.ts'
import { useState } from 'react'
import { apiMutation, apiQuery } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { formatSoon } from '../../../lib/dates.ts'
import { usePlace } from '../../../lib/router.tsx'
import { saveAnswer } from '../../../lib/save-file.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

/** How far each row of a batch is, and what came of it. */
export function BatchPage() {
  const { id } = usePlace()
  usePageTitle('Your batch')
  const query = useQuery({
    ...apiQuery('getBatch', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? 2000 : false),
  })
  return (
    <QueryState
      query={query}
      failed="This batch could not be opened"
      level={1}
      loading={
        <div className="shell max-w-4xl pt-12 pb-24">
          <LoadingTitle>Your batch</LoadingTitle>
          <Skeleton className="mt-10 h-64 w-full rounded-lg" />
        </div>
      }
    >
      {(batch) => (
        <div className="shell max-w-4xl pt-12 pb-24">
          <h1 className="text-3xl font-semibold wrap-anywhere">Your batch</h1>
          <p className="mt-2 text-muted">
            of{' '}
            <Link
              to={`/workflows/${batch.workflow_id}`}
              className="text-ink underline underline-offset-4"
            >
              {batch.workflow_name}
            </Link>
          </p>
          <Standing batch={batch} />
          <ul aria-label="Rows" className="mt-8 divide-y divide-line border-y border-line">
            {batch.rows.map((row) => (
              <Row key={row.row} row={row} />
            ))}
          </ul>
        </div>
      )}
    </QueryState>
  )
}

/** The charge follows the last row within moments. */
const isOver = ({ finished_at, payment }: BatchView) =>
  finished_at !== null &&
  payment?.state !== 'capture_requested' &&
  payment?.state !== 'release_requested'

function Standing({ batch }: { batch: BatchView }) {
  const { id, rows, delivered, ended_without: without, finished_at, payment } = batch
  const [asks, setAsks] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      saveAnswer('downloadBatch', { params: { id }, timeoutMs: 600_000 }, `batch-${id}.zip`),
  })
  const cancel = useMutation({ ...apiMutation('cancelBatch'), onSettled: () => setAsks(false) })
  const isGoing = finished_at === null
  // Of rows that ended meanwhile nothing was left to cancel.
  const error = save.error ?? (isGoing ? cancel.error : null)
  return (
    <>
      <p className="mt-6 text-lg" role="status">
        {delivered} of {rows.length} delivered
        {without > 0 && `, ${without} without a creation`}
      </p>
      <div className="mt-3">
        <Progress
          label="Rows that have ended"
          value={((delivered + without) / rows.length) * 100}
        />
      </div>
      {isGoing && (
        <p className="mt-3 text-sm text-muted">
          You may close this page: the rows go on, and you are told once the last one has ended.
          What is not done by {formatSoon(batch.ends_by)} is cancelled.
        </p>
      )}
      {payment && (
        <p className="mt-3 text-sm">
          {payment.next}{' '}
          <Link to={`/receipts/${payment.id}`} className="underline underline-offset-4">
            Receipt
          </Link>
        </p>
      )}
      {error && (
        <div className="mt-4">
          <Alert tone="danger">
            {readReason(error, 'It could not be done. Please try again.')}
          </Alert>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {delivered > 0 && (
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            Download ZIP
          </Button>
        )}
        {isGoing && (
          <Button kind="secondary" onClick={() => setAsks(true)}>
            Cancel the rest
          </Button>
        )}
        {!isGoing && (
          <LinkButton kind="secondary" to={`/workflows/${batch.workflow_id}/batch`}>
            Make more
          </LinkButton>
        )}
      </div>
      {asks && isGoing && (
        <Dialog open onOpenChange={setAsks} title="Cancel the rest?">
          <p>
            What was delivered stays yours{payment && ', and is charged'}. The other rows are not
            made{payment && ', and not charged'}.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button kind="ghost" onClick={() => setAsks(false)}>
              Go on
            </Button>
            <Button
              kind="danger"
              busy={cancel.isPending}
              onClick={() => cancel.mutate({ params: { id } })}
            >
              Cancel the rest
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Row({ row }: { row: BatchRow }) {
  const { label, tone } = stateOf(row)
  const words = Object.values(row.user_inputs)
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ')
  const name = `Row ${row.row}`
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <span className="size-14 overflow-hidden rounded-md bg-sunken">
        {row.media && <Picture media={row.media} alt="" sizes="3.5rem" fit="whole" />}
      </span>
      <div className="min-w-0">
        <p className="font-medium tabular-nums">
          {row.creation_id ? (
            <Link to={`/creations/${row.creation_id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {words && <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{words}</p>}
        {row.error && <p className="mt-1 text-sm wrap-anywhere text-danger">{row.error.message}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}

function stateOf({ status, creation_id }: BatchRow): { label: string; tone: BadgeTone } {
  if (status === 'COMPLETED') {
    return creation_id ? { label: 'Delivered', tone: 'good' } : { label: 'Deleted', tone: 'plain' }
  }
  if (status === 'FAILED') return { label: 'Failed', tone: 'danger' }
  if (status === 'CANCELLED') return { label: 'Cancelled', tone: 'plain' }
  return status === 'RUNNING'
    ? { label: 'Being made', tone: 'warn' }
    : { label: 'Waiting', tone: 'quiet' }
}
