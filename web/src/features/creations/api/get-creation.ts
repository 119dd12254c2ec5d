import { queryOptions } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { apiKey } from '../../../lib/api.ts'
import { call } from '../../../lib/client.ts'

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
      asks: (found?.inputs ?? []).map(({ key: name, display_name: title, options }) => ({
        key: name,
        title,
        options,
      })),
    },
  }
}
