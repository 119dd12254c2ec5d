import type { QueryClient } from '@tanstack/react-query'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { Visibility, WorkflowView } from '@vignette/contract/workflows.ts'
import { track } from '../../../../lib/analytics.ts'
import { call } from '../../../../lib/client.ts'

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
      ...(acceptsTerms ? { accept_creator_terms: CREATOR_TERMS_VERSION } : {}),
    },
    idempotencyKey,
  })
  track('draft_published', { workflow_id: workflow.id })
  void client.invalidateQueries({ queryKey: ['drafts'] })
  void client.invalidateQueries({ queryKey: ['workflows'] })
  void client.invalidateQueries({ queryKey: ['own-recipes'] })
  void client.invalidateQueries({ queryKey: ['workflow', workflow.id] })
  void client.invalidateQueries({ queryKey: ['recipe-source', workflow.id] })
  return workflow
}
