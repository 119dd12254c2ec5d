import type { QueryClient } from '@tanstack/react-query'

/** Makes every list and page that shows the recipe ask again. */
export async function forgetWorkflow(client: QueryClient, id: string): Promise<void> {
  void client.invalidateQueries({ queryKey: ['workflows'] })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['own-recipes'] }),
    client.invalidateQueries({ queryKey: ['workflow', id] }),
    client.invalidateQueries({ queryKey: ['recipe-versions', id] }),
  ])
}
