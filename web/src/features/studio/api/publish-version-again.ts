import type { QueryClient } from '@tanstack/react-query'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetWorkflow } from './forget-workflow.ts'

/** Answers the number of the new version. */
export async function publishVersionAgain(
  client: QueryClient,
  { id, version }: { id: string; version: number },
  {
    note,
    acceptsTerms,
    idempotencyKey,
  }: { note: string; acceptsTerms: boolean; idempotencyKey: string },
): Promise<number> {
  const published = await call('publishVersionAgain', {
    params: { id, version: String(version) },
    body: {
      ...(note && { note }),
      ...(acceptsTerms && { accept_creator_terms: CREATOR_TERMS_VERSION }),
    },
    idempotencyKey,
  })
  track('version_published_again', { workflow_id: id })
  await forgetWorkflow(client, id)
  return published.version
}
