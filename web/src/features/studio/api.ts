import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ErrorBody } from '@vignette/contract/errors.ts'
import type { UploadAnswer } from '@vignette/contract/media.ts'
import type { NumberRange } from '@vignette/contract/number-limits.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import type { SaleState } from '@vignette/contract/sale-words.ts'
import { UPLOAD_TIMEOUT_MS } from '@vignette/contract/upload-limits.ts'
import type { WorkflowState } from '@vignette/contract/workflows.ts'
import { track } from '../../lib/analytics.ts'
import { apiPages, apiQuery, refresh, send } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { createUuid } from '../../lib/browser.ts'
import { type Answer, buildHeaders, buildUrl, call, type Query } from '../../lib/client.ts'

export type Code = Answer<'listCodes'>['codes'][number]
export type Run = Answer<'listWorkflowRuns'>['runs'][number]
export type RunFilters = Pick<Query<'listWorkflowRuns'>, 'outcome' | 'version' | 'kind'>
export type Sale = Answer<'listSales'>['sales'][number]
export interface SaleFilters {
  workflow_id?: string
  state?: SaleState
  month?: string
}
export type TrackedLink = Answer<'listLinks'>['links'][number]
export type Version = Answer<'listVersions'>['versions'][number]
export type WaitingCase = Answer<'listCases'>['cases'][number]
export type StudioNumbers = Answer<'getStudioNumbers'>
export type WorkflowNumbers = Answer<'getWorkflowNumbers'>
/** The fields that the numbers of one recipe and the numbers of all recipes share. */
export type Numbers = Omit<StudioNumbers, 'recipes'>

/** Such an answer may change at any moment, so each visit asks again. */
const EACH_VISIT = { staleTime: 0 }
const PAGE_SIZE = 20

// Today

const isTested = (recipe?: { untested?: string | undefined }) =>
  recipe !== undefined && recipe.untested === undefined

/** How far a new creator has come: the first draft or recipe, and whether a test of it passed. */
export const firstStepsQuery = queryOptions({
  queryKey: ['listDrafts', 'first steps'],
  queryFn: async ({ signal }) => {
    const [{ drafts }, { workflows }] = await Promise.all([
      call('listDrafts', { query: { limit: 1 }, signal }),
      call('listOwnWorkflows', { query: { limit: 1 }, signal }),
    ])
    const draft = drafts[0]?.id
    const recipe = workflows[0]?.id
    const tests = draft
      ? await call('listDraftTests', { params: { id: draft }, signal })
      : recipe
        ? await call('listWorkflowTests', { params: { id: recipe }, signal })
        : { tests: [] }
    return {
      draft,
      recipe,
      made: draft !== undefined || recipe !== undefined,
      // The tests of a draft that was published end with it; the recipe itself keeps what they showed.
      tested: tests.tests.some(({ passed }) => passed) || isTested(workflows[0]),
      published: recipe !== undefined,
    }
  },
  ...EACH_VISIT,
})

/** How many recipes a guest has published, and what they have earned and not paid out. */
export const guestBelongingsQuery = queryOptions({
  queryKey: ['listWorkflows', 'of a guest'],
  queryFn: async ({ signal }) => {
    const [list, earnings] = await Promise.all([
      call('listWorkflows', { query: { creator: 'me', per_page: 1 }, signal }),
      call('getEarnings', { signal }),
    ])
    return { recipes: list.total, earned: Math.max(0, earnings.pending + earnings.available) }
  },
})

/** What is not paid yet and when the next payouts leave, without the list of those that left. */
export const nextPayoutQuery = apiQuery('getPayouts', { query: { limit: 1 } }, EACH_VISIT)

const EVENTS = { asked: 40, shown: 10 }

/** The newest notices that lead into the studio. Notices that lead elsewhere are about the reader's purchases. */
export const eventsQuery = apiQuery(
  'listNotices',
  { query: { limit: EVENTS.asked } },
  {
    ...EACH_VISIT,
    select: ({ notices }) =>
      notices.filter(({ link }) => link?.path.startsWith('/studio')).slice(0, EVENTS.shown),
  },
)

/** The newest disputes, among which those that wait for the creator's note are found. */
export const openDisputesQuery = apiQuery(
  'listDisputes',
  { query: { limit: PAGE_SIZE } },
  { ...EACH_VISIT, select: ({ disputes }) => disputes },
)

/** The cases that wait for the creator's answer. */
export const waitingCasesQuery = apiQuery(
  'listCases',
  { query: { side: 'creator', state: 'waiting' } },
  { ...EACH_VISIT, select: ({ cases }) => cases },
)

// Recipes

/** The creator's recipes with their numbers; taken-down ones too, while they can come back. */
export const ownWorkflowsQuery = (state: WorkflowState | undefined) =>
  apiPages('listOwnWorkflows', { query: { state, limit: PAGE_SIZE } }, EACH_VISIT)

/** The draft of a recipe's next version with its text; null where none is begun. */
export const waitingDraftQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['listDrafts', 'of a recipe', workflowId],
    queryFn: async ({ signal }) => {
      const query = { workflow_id: workflowId, limit: 1 }
      const [draft] = (await call('listDrafts', { query, signal })).drafts
      return draft ? call('getDraft', { params: { id: draft.id }, signal }) : null
    },
    ...EACH_VISIT,
  })

/** A version never changes, so neither does its text. */
export const versionSourceQuery = (id: string, version: number) =>
  apiQuery(
    'getVersionSource',
    { params: { id, version: String(version) } },
    { staleTime: Number.POSITIVE_INFINITY },
  )

export const versionsQuery = (id: string) =>
  apiPages('listVersions', { params: { id } }, EACH_VISIT)

export const runsQuery = (id: string, filters: RunFilters) =>
  apiPages('listWorkflowRuns', { params: { id }, query: filters }, EACH_VISIT)

export const codesQuery = (workflowId: string) =>
  apiPages('listCodes', { query: { workflow_id: workflowId } }, EACH_VISIT)

export const linksQuery = (id: string) => apiQuery('listLinks', { params: { id } }, EACH_VISIT)

const NUMBERS = { ...EACH_VISIT, placeholderData: keepPreviousData }

export const studioNumbersQuery = (range: NumberRange) =>
  apiQuery('getStudioNumbers', { query: { range } }, NUMBERS)

export const workflowNumbersQuery = (id: string, range: NumberRange) =>
  apiQuery('getWorkflowNumbers', { params: { id }, query: { range } }, NUMBERS)

const SUFFIX = ' (copy)'

/** Begins a draft of a new recipe with the text of the live version, and answers the draft's id. */
export async function duplicateWorkflow(client: QueryClient, id: string): Promise<string> {
  const source = await call('getWorkflowSource', { params: { id } })
  const name = source.name.slice(0, RECIPE.nameMax - SUFFIX.length) + SUFFIX
  const text = `${JSON.stringify({ ...source, name }, null, 2)}\n`
  const draft = await send(client, 'createDraft', { body: { text }, idempotencyKey: createUuid() })
  track('workflow_duplicated', { workflow_id: id })
  return draft.id
}

// Sales and disputes

/** A requested refund is confirmed by the gateway within seconds. */
const ASK_AGAIN_MS = 5_000

export const salesQuery = (filters: SaleFilters) =>
  apiPages(
    'listSales',
    { query: filters },
    {
      ...EACH_VISIT,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ sales }) => sales.some(({ refunding }) => refunding > 0))
          ? ASK_AGAIN_MS
          : false,
    },
  )

export const disputesQuery = apiPages('listDisputes', { query: { limit: PAGE_SIZE } })

export async function attachDisputeFile(
  client: QueryClient,
  id: string,
  file: File,
): Promise<void> {
  await postFile(buildUrl('attachDisputeFile', { id }), file)
  await refresh(client, 'attachDisputeFile')
}

async function postFile(url: string, file: File): Promise<unknown> {
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await fetch(url, {
    method: 'POST',
    headers: buildHeaders('POST'),
    credentials: 'include',
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    body,
  })
  if (!response.ok) {
    const fault = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
    throw new ApiError(response.status, response.statusText, fault)
  }
  return response.json().catch(() => undefined)
}

// Storefront

/** While a letter is on its way, how many it has reached. */
export const creatorLettersQuery = apiQuery(
  'listCreatorLetters',
  {},
  {
    ...EACH_VISIT,
    refetchInterval: ({ state }) =>
      state.data?.letters.some(({ state: one }) => one === 'sending') ? ASK_AGAIN_MS : false,
  },
)

export const comfyServersQuery = apiQuery('listComfyServers', {}, EACH_VISIT)

/** News comes at any moment, and its reader watches. */
export const webhooksQuery = apiQuery(
  'listWebhooks',
  {},
  { ...EACH_VISIT, refetchInterval: ASK_AGAIN_MS },
)

/** What a person asked for is sent within a second or so. */
const SENT_MS = 1_500

export const webhookDeliveriesQuery = (id: string) =>
  apiQuery(
    'listWebhookDeliveries',
    { params: { id } },
    {
      ...EACH_VISIT,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ state: one }) => one === 'waiting') ? SENT_MS : ASK_AGAIN_MS,
    },
  )

export const ownStorefrontQuery = apiQuery('getOwnStorefront', {})

export async function uploadPicture(file: File): Promise<UploadAnswer> {
  return (await postFile(buildUrl('uploadFile', { kind: 'image' }), file)) as UploadAnswer
}
