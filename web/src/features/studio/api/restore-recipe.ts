import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'
import { forgetRecipe } from './forget-recipe.ts'

export async function restoreRecipe(client: QueryClient, id: string): Promise<void> {
  await call('restoreWorkflow', { params: { id } })
  track('workflow_restored', { workflow_id: id })
  await forgetRecipe(client, id)
}
