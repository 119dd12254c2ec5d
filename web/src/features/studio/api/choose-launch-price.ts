import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'
import { forgetRecipe } from './forget-recipe.ts'

export async function setLaunchPrice(
  client: QueryClient,
  id: string,
  body: { price: number; until: string },
): Promise<void> {
  await call('setLaunchPrice', { params: { id }, body })
  await forgetRecipe(client, id)
}

export async function endLaunchPrice(client: QueryClient, id: string): Promise<void> {
  await call('endLaunchPrice', { params: { id } })
  await forgetRecipe(client, id)
}
