import { useMutation, useQuery } from '@tanstack/react-query'
import { BATCH } from '@vignette/contract/batch-limits.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useEffect, useState } from 'react'
import { apiQuery, send } from '../../../lib/api.ts'
import { ApiError, isMissing, readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { navigate, usePlace } from '../../../lib/router.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { readSessionItem, writeSessionItem } from '../../../lib/session-items.ts'
import { termsVersion } from '../../../lib/shop.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ArrowLeft, Lock } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'
import { useWaiver } from '../../creations/index.ts'
import { DropZone } from '../inputs/drop-zone.tsx'
import { toWizardStep, type WizardStep } from '../wizard/step.ts'
import { PhotoRows, photoStep } from './photo-rows.tsx'
import { findRowFaults, readTable, writeTemplate } from './read-table.ts'
import { RowTable } from './row-table.tsx'

/** A signed-in buyer gives many rows of inputs, sees what is wrong with them, and starts them all. */
export function StartBatchPage() {
  const { id } = usePlace()
  usePageTitle('Make many')
  const query = useQuery(apiQuery('getWorkflow', { params: { id } }))
  const { user, loading } = useAuth()
  if (isMissing(query.error)) {
    return (
      <NotFound
        title="Workflow not found"
        action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
      >
        This workflow may have been deleted or does not exist.
      </NotFound>
    )
  }
  return (
    <QueryState
      query={query}
      failed="Failed to fetch workflow"
      level={1}
      loading={
        <div className="shell max-w-4xl pt-12 pb-24">
          <LoadingTitle>Make many</LoadingTitle>
          <Skeleton className="mt-10 h-64 w-full rounded-lg" />
        </div>
      }
    >
      {(workflow) => (
        <div className="shell max-w-4xl pt-6 pb-24">
          <Link
            to={`/workflows/${workflow.id}`}
            className="inline-flex min-h-11 items-center gap-2 text-[0.9375rem] text-muted transition-colors hover:text-ink"
          >
            <Icon of={ArrowLeft} size={17} />
            <span className="wrap-anywhere">{workflow.name}</span>
          </Link>
          <h1 className="mt-3 text-3xl font-semibold">Make many</h1>
          <p className="mt-3 max-w-prose text-muted">
            One creation for each row, up to {BATCH.rows} at a time. They are made two at a time,
            and come as one ZIP with a table.
          </p>
          {workflow.proof && !workflow.is_owner ? (
            <div className="mt-8">
              <Alert title="One at a time">
                This recipe shows a proof before it charges, so each remix is decided by itself.
              </Alert>
            </div>
          ) : loading ? (
            <Skeleton className="mt-8 h-64 w-full rounded-lg" />
          ) : user ? (
            <Rows workflow={workflow} />
          ) : (
            <SignInFirst />
          )}
        </div>
      )}
    </QueryState>
  )
}

function SignInFirst() {
  const { offered, label, starting, start } = useSignIn()
  return (
    <>
      <p className="mt-8">Many at a time are for people with an account.</p>
      {offered && (
        <Button className="mt-5" busy={starting} onClick={() => void start({ returns: true })}>
          {label}
        </Button>
      )}
    </>
  )
}

/** What outlasts the way to the checkout and back, in this tab. */
interface Kept {
  rows: UserInputs[]
  isPublic: boolean
  /** The same call with the same key runs once, before and after the payment. */
  key: string
  paying: boolean
  waiver?: WaiverBody | undefined
}

const keptAt = (workflowId: string) => `batch_${workflowId}`

function readKept(workflowId: string): Kept | undefined {
  const text = readSessionItem(keptAt(workflowId))
  return text === null ? undefined : (JSON.parse(text) as Kept)
}

function Rows({ workflow }: { workflow: WorkflowView }) {
  const [kept] = useState(() => readKept(workflow.id))
  const [rows, setRows] = useState<UserInputs[]>(kept?.rows ?? [])
  const [isPublic, setPublic] = useState(kept?.isPublic ?? false)
  const [key, setKey] = useState(() => kept?.key ?? createUuid())
  const [unread, setUnread] = useState<string>()
  const [photos, setPhotos] = useState(false)
  const steps = workflow.inputs.map(toWizardStep)
  const { boxes, waiver } = useWaiver()
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: ({ rows: given, isPublic: shown, key, waiver: ticked }: Kept, { client }) =>
      send(client, 'startBatch', {
        params: { id: workflow.id },
        body: {
          rows: given,
          public: shown,
          terms_version: termsVersion(),
          ...(ticked && { waiver: ticked }),
        },
        idempotencyKey: key,
        timeoutMs: START_TIMEOUT_MS,
      }),
    onSuccess: ({ id }) => {
      writeSessionItem(keptAt(workflow.id), null)
      navigate(`/batches/${id}`)
    },
    onError: (refusal, asked) => {
      const page = checkoutOf(refusal)
      if (!page || asked.paying) return
      writeSessionItem(keptAt(workflow.id), JSON.stringify({ ...asked, paying: true }))
      location.assign(page)
    },
  })
  useEffect(() => {
    // Back from the checkout: what was paid starts by itself.
    if (kept?.paying) mutate(kept)
  }, [kept, mutate])
  const change = (next: UserInputs[]) => {
    setRows(next)
    setKey(createUuid())
    setUnread(undefined)
    reset()
  }
  const refused = faultsOf(error)
  const own = findRowFaults(rows, steps)
  const faults = rows.map((_, at) => refused.get(at) ?? own[at] ?? '')
  const wrong = faults.flatMap((fault, at) => (fault ? [at + 1] : []))
  const price = workflow.is_owner ? 0 : priceNow(workflow)
  const unpaid = checkoutOf(error) !== undefined
  const isGoing = isPending || isSuccess || (unpaid && !kept?.paying)
  const start = () => mutate({ rows, isPublic, key, paying: false, waiver })
  return (
    <>
      {rows.length === 0 && (
        <div className="mt-8 flex flex-col gap-4">
          {photos ? (
            <PhotoRows steps={steps} onRows={change} />
          ) : (
            <DropZone
              label="Drop a CSV, or choose one"
              hint={`The first line names the inputs: ${steps.map(({ key }) => key).join(', ')}`}
              accept={['.csv', 'text/csv', 'text/plain']}
              invalid={unread !== undefined}
              onFiles={([file]) => {
                void file?.text().then((text) => {
                  const table = readTable(text, steps)
                  if ('fault' in table) setUnread(table.fault)
                  else change(table.rows)
                })
              }}
            />
          )}
          {unread && !photos && <Alert tone="danger">{unread}</Alert>}
          <div className="flex flex-wrap gap-2">
            {!photos && (
              <Button kind="secondary" size="sm" onClick={() => saveTemplate(steps)}>
                Download an empty table
              </Button>
            )}
            {photoStep(steps) && (
              <Button kind="ghost" size="sm" onClick={() => setPhotos(!photos)}>
                {photos ? 'Use a table instead' : 'Use photos instead'}
              </Button>
            )}
          </div>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <RowTable rows={rows} steps={steps} faults={faults} />
          <div className="mt-8 flex flex-col gap-5 border-t border-line pt-6">
            {wrong.length > 0 && (
              <Alert tone="danger">
                {nameRows(wrong)} Mend the table, and choose it again. Nothing was made or charged.
              </Alert>
            )}
            {error && !refused.size && !isGoing && (
              <Alert tone={unpaid ? 'warn' : 'danger'}>
                {unpaid
                  ? 'These rows are not paid yet. Nothing was charged.'
                  : readReason(error, 'The rows could not be started. Please try again.')}
              </Alert>
            )}
            <Checkbox
              label="Everybody may see these creations"
              hint="Each can be changed later."
              checked={isPublic}
              onChange={(event) => {
                setPublic(event.target.checked)
                setKey(createUuid())
              }}
            />
            {price > 0 && boxes}
            <p className="text-[0.9375rem] text-muted">
              {price > 0 &&
                'Your card is authorised once for all rows, and charged at the end only for those that were delivered. '}
              By starting you accept the{' '}
              <Link to="/terms" className="underline underline-offset-4">
                terms
              </Link>
              .
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <Button size="lg" busy={isGoing} disabled={wrong.length > 0} onClick={start}>
                {price > 0 && <Icon of={Lock} size={17} />}
                {labelOf(rows.length, price)}
              </Button>
              <Button kind="ghost" disabled={isGoing} onClick={() => change([])}>
                Choose others
              </Button>
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** Two hundred rows are checked one after the other. */
const START_TIMEOUT_MS = 120_000

/** So many rows are named, the others counted. */
const NAMED = 10

function nameRows(rows: readonly number[]): string {
  if (rows.length === 1) return `Row ${rows[0]} is at fault.`
  const rest = rows.length - NAMED
  const named = rows.slice(0, NAMED).join(', ')
  return `Rows ${named}${rest > 0 ? ` and ${rest} more` : ''} are at fault.`
}

function labelOf(rows: number, price: number): string {
  const count = `${rows} ${rows === 1 ? 'row' : 'rows'}`
  return price > 0 ? `Pay ${formatCents(rows * price)} for ${count}` : `Start ${count}`
}

function checkoutOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.checkout : undefined
}

/** What the server says of each row, by its place. */
function faultsOf(error: unknown): Map<number, string> {
  const faults = new Map<number, string>()
  if (!(error instanceof ApiError)) return faults
  for (const { path, message } of error.details) {
    const at = /^rows\[(\d+)\]/.exec(path)?.[1]
    if (at === undefined) continue
    const before = faults.get(Number(at))
    const words = message.replace(/^Row \d+: /, '')
    faults.set(Number(at), before ? `${before} ${words}` : words)
  }
  return faults
}

function saveTemplate(steps: readonly WizardStep[]): void {
  saveFile(new File([writeTemplate(steps)], 'rows.csv', { type: 'text/csv' }))
}
