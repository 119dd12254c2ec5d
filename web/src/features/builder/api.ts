import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Visibility, WorkflowView } from '@vignette/contract/workflows.ts'
import { track } from '../../lib/analytics.ts'
import { apiQuery, refresh } from '../../lib/api.ts'
import { ApiError, readReason } from '../../lib/api-error.ts'
import { createUuid } from '../../lib/browser.ts'
import { type Answer, call } from '../../lib/client.ts'
import { creatorTermsVersion } from '../../lib/shop.ts'
import { workflowSourceQuery } from '../workflows/index.ts'
import type { Sent } from './saving/create-autosave.ts'
import { isRunning } from './test/describe-test.ts'
import type { Tested } from './test/tested.ts'

export type Draft = Answer<'createDraft'>

export const draftQuery = (id: string) =>
  apiQuery(
    'getDraft',
    { params: { id } },
    // The builder holds the text from then on, and saves what changes.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )

export async function createDraft(
  client: QueryClient,
  body: { text: string; workflow_id?: string },
  idempotencyKey: string,
): Promise<Draft> {
  const draft = await call('createDraft', { body, idempotencyKey })
  track('workflow_draft_created', { edit: body.workflow_id !== undefined })
  client.setQueryData(draftQuery(draft.id).queryKey, draft)
  void refresh(client, 'createDraft')
  return draft
}

/** The draft of a published recipe: the one that waits, or a new one of its live version. */
export const workflowDraftQuery = (client: QueryClient, workflowId: string) =>
  queryOptions({
    queryKey: ['createDraft', workflowId],
    queryFn: async () => {
      const source = await client.fetchQuery(workflowSourceQuery(workflowId))
      const text = `${JSON.stringify(source, null, 2)}\n`
      return createDraft(client, { text, workflow_id: workflowId }, createUuid())
    },
    // Each visit asks again: the draft may have been published since.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Saves over the revision that the caller knows; another revision answers with its text. */
export async function saveDraft(id: string, text: string, revision: number): Promise<Sent> {
  try {
    const saved = await call('updateDraft', { params: { id }, body: { text, revision } })
    return { is: 'saved', revision: saved.revision }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
      return { is: 'unreachable' }
    }
    if (error.code !== 'draft_changed') {
      return { is: 'refused', reason: readReason(error, 'The draft could not be saved.') }
    }
  }
  return readChanged(id)
}

async function readChanged(id: string): Promise<Sent> {
  try {
    const draft = await call('getDraft', { params: { id } })
    return { is: 'changed', revision: draft.revision, text: draft.text }
  } catch {
    return { is: 'unreachable' }
  }
}

export const checkQuery = (text: string) =>
  queryOptions({
    queryKey: ['checkWorkflow', text],
    queryFn: ({ signal }) => call('checkWorkflow', { body: JSON.parse(text), signal }),
    staleTime: 60_000,
    gcTime: 0,
  })

export const testsQuery = ({ kind, id }: Tested) =>
  apiQuery(kind === 'draft' ? 'listDraftTests' : 'listWorkflowTests', { params: { id } })

/** Events of the job come sooner; where none come, asking again shows the same. */
const ASK_AGAIN_MS = 3_000

export const testQuery = (id: string) =>
  apiQuery(
    'getTest',
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? ASK_AGAIN_MS : false),
    },
  )

export interface DraftPublication {
  revision: number
  note: string
  visibility: Visibility
  /** The creator has read and accepts the terms for creators with this publishing. */
  acceptsTerms: boolean
  /** The live version that the creator has seen, where the draft began from another one. */
  over: number | undefined
}

export async function publishDraft(
  client: QueryClient,
  id: string,
  { revision, note, visibility, acceptsTerms, over }: DraftPublication,
  idempotencyKey: string,
): Promise<WorkflowView> {
  const workflow = await call('publishDraft', {
    params: { id },
    body: {
      revision,
      visibility,
      ...(note ? { note } : {}),
      ...(over ? { over } : {}),
      ...(acceptsTerms ? { accept_creator_terms: creatorTermsVersion() } : {}),
    },
    idempotencyKey,
  })
  track('draft_published', { workflow_id: workflow.id })
  void refresh(client, 'publishDraft')
  return workflow
}
