import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { type Answer, call } from '../../../lib/client.ts'

export type Draft = Answer<'createDraft'>

export async function createDraft(
  client: QueryClient,
  body: { text: string; workflow_id?: string },
  idempotencyKey: string,
): Promise<Draft> {
  const draft = await call('createDraft', { body, idempotencyKey })
  track('workflow_draft_created', { edit: body.workflow_id !== undefined })
  client.setQueryData(['draft', draft.id], draft)
  void client.invalidateQueries({ queryKey: ['drafts'] })
  return draft
}
