import type { QueryClient } from '@tanstack/react-query'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { track } from '../../../lib/analytics.ts'
import { createUuid } from '../../../lib/browser.ts'
import { call } from '../../../lib/client.ts'

const SUFFIX = ' (copy)'

/** Begins a draft of a new recipe with the text of the live version, and answers the draft's id. */
export async function duplicateWorkflow(client: QueryClient, id: string): Promise<string> {
  const source = await call('getWorkflowSource', { params: { id } })
  const name = source.name.slice(0, RECIPE.nameMax - SUFFIX.length) + SUFFIX
  const text = `${JSON.stringify({ ...source, name }, null, 2)}\n`
  const draft = await call('createDraft', { body: { text }, idempotencyKey: createUuid() })
  track('workflow_duplicated', { workflow_id: id })
  await client.invalidateQueries({ queryKey: ['drafts'] })
  return draft.id
}
