import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { PAGE } from '@vignette/contract/limits.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import type { DeclineReason } from '@vignette/contract/proof-limits.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import { track } from '../../lib/analytics.ts'
import { apiKey, apiPages, apiPlaces, apiQuery, refresh } from '../../lib/api.ts'
import { ApiError, readReason } from '../../lib/api-error.ts'
import { bySpecifiedPlace } from '../../lib/by-place.ts'
import { type Answer, type Body, call, callRaw } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { nameFromDisposition } from './name-download.ts'

export type SavedSubject = Body<'saveToCollection'>
export type Invoice = Answer<'openInvoice'>
export type InvoiceBuyer = NonNullable<Body<'openInvoice'>['buyer']>
/** The buyer names the payment; the holder of a letter's link sends the link's token. */
export type InvoiceOf = { paymentId: string } | { token: string }

// One creation

export const creationQuery = (id: string, key?: string) =>
  queryOptions({
    queryKey: apiKey('getCreation', { params: { id }, query: { key } }),
    queryFn: ({ signal }) => getCreation(id, { key, signal }),
    staleTime: 30_000,
  })

interface Asked {
  key?: string | undefined
  signal: AbortSignal
}

/** An answer of the specified fields alone names its workflow by its id, so the workflow is asked for. */
async function getCreation(id: string, { key, signal }: Asked): Promise<CreationView> {
  const creation = await call('getCreation', { params: { id }, query: { key }, signal })
  const given: CreationView['workflow'] | undefined = creation.workflow
  if (given) return creation
  const workflowId = creation.workflow_id
  // The creation is shown whether its workflow is still there or not.
  const found = await call('getWorkflow', { params: { id: workflowId }, signal }).catch(() => null)
  return {
    ...creation,
    workflow: {
      id: workflowId,
      name: found?.name ?? '',
      creator_handle: found?.creator_handle ?? '',
      price: found?.price ?? 0,
      license: found?.license as CreationView['workflow']['license'],
      steps: found?.steps.length ?? 0,
      inputs: found?.inputs.length ?? 0,
      generation_time: found?.generation_time as number,
      available: found !== null,
      varies: false,
      asks: (found?.inputs ?? []).map((input) => ({
        key: input.key,
        title: input.display_name,
        words: !/^(?:image|video|audio)_input$/.test(input.step_type),
        options: input.options,
        ...(input.look && { look: input.look, min: input.min, max: input.max }),
      })),
    },
  }
}

/** Puts the answer of a run into the cache, so that the page of its creation need not ask for it. */
export function cacheCreation(
  client: QueryClient,
  creation: Partial<CreationView> & { id: string },
): void {
  if (!isWhole(creation)) return
  client.setQueryData(creationQuery(creation.id).queryKey, creation)
}

function isWhole(creation: Partial<CreationView>): creation is CreationView {
  return creation.workflow !== undefined && creation.user_inputs !== undefined
}

/** The screen of a deleted creation is still shown; it is asked for again on its next visit only. */
function forgetCreation(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: creationQuery(id).queryKey, refetchType: 'none' })
}

export const updateCreation = (id: string, body: Body<'updateCreation'>) =>
  call('updateCreation', { params: { id }, body })

export const createSecretLink = (id: string) => call('createSecretLink', { params: { id } })

export const revokeSecretLink = (id: string) => call('revokeSecretLink', { params: { id } })

const UNDO_MS = 10_000

/**
 * Deletes at once and offers an undo, which the profile also offers while restoring is possible.
 */
export async function deleteCreation(
  client: QueryClient,
  id: string,
  leave: () => Promise<void> | void,
  onRestored: () => void,
): Promise<void> {
  try {
    await call('deleteCreation', { params: { id } })
  } catch (error) {
    toastError(readReason(error, 'The creation could not be deleted. Please try again.'))
    return
  }
  track('creation_deleted', { creation_id: id })
  await leave()
  forgetCreation(client, id)
  void refresh(client, 'deleteCreation')
  const restore = async () => {
    try {
      await restoreCreation(id)
      void refresh(client, 'restoreCreation')
      onRestored()
    } catch (error) {
      toastError(readReason(error, 'The creation could not be restored.'))
    }
  }
  toast('Creation deleted', {
    duration: UNDO_MS,
    action: { label: 'Undo', onClick: () => void restore() },
  })
}

export async function restoreCreation(id: string): Promise<void> {
  await call('restoreCreation', { params: { id } })
  track('creation_restored', { creation_id: id })
}

/**
 * Downloads a file of the creation, the printed page of a picture or a whole set, under the given
 * name or else the server's.
 */
export async function fetchFile(
  id: string,
  query: {
    key?: string | undefined
    filename?: string
    format?: 'pdf' | 'zip' | undefined
    file?: number | undefined
  },
): Promise<File> {
  try {
    return await callRaw('downloadCreation', { params: { id }, query }, async (response) => {
      const blob = await response.blob()
      const given = response.headers.get('content-disposition')
      return new File([blob], query.filename ?? nameFromDisposition(id, given), { type: blob.type })
    })
  } catch (error) {
    if (error instanceof ApiError) throw new Error(`Download failed: ${error.status}`)
    throw error
  }
}

// Proofs

/** Declares what the buyer ticked, and saves its confirmation where no letter brings it: before the file opens. */
async function declareForGood(client: QueryClient, id: string, waiver: WaiverBody): Promise<void> {
  const { receipt } = await client.fetchQuery({ ...receiptQuery(id), staleTime: 0 })
  if (!receipt) return
  try {
    const paper = await call('confirmWaiver', { params: { id: receipt.id }, body: { waiver } })
    if (!paper.by_letter) saveFile(new File([paper.text], paper.file_name, { type: 'text/plain' }))
  } catch (error) {
    // A sale of before the law has no such right to lose; what else is wrong, Keep says itself.
    if (!(error instanceof ApiError && error.code === 'payment_state')) throw error
  }
}

/** Charges the price and shows the whole file in the place of the proof; the others are gone. */
export async function keepCreation(
  client: QueryClient,
  id: string,
  proofs: readonly string[],
  waiver?: WaiverBody,
): Promise<void> {
  if (waiver) await declareForGood(client, id, waiver)
  const kept: CreationView = await call('keepCreation', { params: { id } })
  track('proof_kept', { creation_id: id })
  for (const other of proofs) if (other !== id) forgetCreation(client, other)
  client.setQueryData(creationQuery(id).queryKey, kept)
  void refresh(client, 'keepCreation')
}

export async function declineCreation(
  client: QueryClient,
  id: string,
  proofs: readonly string[],
  reason?: DeclineReason,
): Promise<void> {
  await call('declineCreation', { params: { id }, body: { reason } })
  track('proof_declined', { creation_id: id })
  for (const one of [id, ...proofs]) forgetCreation(client, one)
  void refresh(client, 'declineCreation')
}

/** The recipe's remix page finds the run that draws the next proof. */
export async function redrawCreation(
  client: QueryClient,
  id: string,
  changed?: Record<string, string>,
): Promise<void> {
  await call('redrawCreation', { params: { id }, body: { user_inputs: changed } })
  track('proof_redrawn', { creation_id: id })
  void refresh(client, 'redrawCreation')
}

// Lists

const LIST = { staleTime: 15_000 }

export const workflowCreationsQuery = (id: string) =>
  apiPlaces(
    'listWorkflowCreations',
    { params: { id }, query: { limit: PAGE.creations, public: 'true' } },
    bySpecifiedPlace<Answer<'listWorkflowCreations'>>(PAGE.creations, (last) => last.has_more),
    LIST,
  )

export const userCreationsQuery = (userId: string) =>
  apiPlaces(
    'listUserCreations',
    { params: { id: userId }, query: { limit: PAGE.profile } },
    bySpecifiedPlace<Answer<'listUserCreations'>>(
      PAGE.profile,
      (last) => typeof last.nextOffset === 'number',
    ),
    LIST,
  )

export const publicCreationsQuery = apiPages(
  'listPublicCreations',
  { query: { limit: PAGE.creations } },
  LIST,
)

const RELATED = { staleTime: 60_000 }

export const relatedWorkflowsQuery = (id: string) =>
  apiQuery('listRelatedWorkflows', { params: { id } }, RELATED)

export const relatedCreationsQuery = (id: string, key: string | undefined) =>
  apiQuery('listRelatedCreations', { params: { id }, query: { key } }, RELATED)

/** A creator's most remixed recipes: one more than a page shows, since the page's own is left out. */
export const creatorWorkflowsQuery = (creator: string) =>
  apiQuery('listWorkflows', { query: { creator, per_page: 5, sort_by: 'popular' } }, RELATED)

// Receipts

const SETTLING: ReceiptView['state'][] = [
  'capture_requested',
  'release_requested',
  'captured_undelivered',
]

/**
 * A query's `refetchInterval`: a receipt whose money is on its way is asked for again, soon and then
 * less often. TanStack asks nothing while the page is hidden.
 */
export function untilSettled({
  state: { data, dataUpdateCount },
}: {
  state: { data: { receipt: ReceiptView | null } | undefined; dataUpdateCount: number }
}): number | false {
  if (!data?.receipt || !SETTLING.includes(data.receipt.state)) return false
  return Math.min(1_000 * dataUpdateCount, 30_000)
}

const SETTLES = { refetchInterval: untilSettled }

export const receiptQuery = (creationId: string) =>
  apiQuery('getReceipt', { params: { id: creationId } }, SETTLES)

export const purchaseQuery = (paymentId: string) =>
  apiQuery('getPurchase', { params: { id: paymentId } }, SETTLES)

/** A POST, so that the token stands in no log. */
export const signedReceiptQuery = (token: string) =>
  apiQuery('getSignedReceipt', { body: { token } }, SETTLES)

export function openInvoice(of: InvoiceOf, buyer?: InvoiceBuyer): Promise<Invoice> {
  const given = buyer ? { buyer } : {}
  return 'token' in of
    ? call('openSignedInvoice', { body: { token: of.token, ...given } })
    : call('openInvoice', { params: { id: of.paymentId }, body: given })
}

// Collections

/** Asks on each visit: the server's page shows what a stranger sees, and the collection's owner sees more. */
export const collectionQuery = (id: string, key?: string) =>
  apiQuery('getCollection', { params: { id }, query: { key } })

/** All of the caller's own; `holding` asks which of them have this creation or recipe. */
export const ownCollectionsQuery = (holding?: string) =>
  queryOptions({
    queryKey: ['listCollections', holding ?? null],
    queryFn: async ({ signal }) => {
      const all: Answer<'listCollections'>['collections'] = []
      let cursor: string | undefined
      do {
        const answer = await call('listCollections', { query: { cursor, holding }, signal })
        all.push(...answer.collections)
        cursor = answer.next_cursor ?? undefined
      } while (cursor)
      return all
    },
  })
