import type { QueryClient } from '@tanstack/react-query'

/** Asks again for everything that shows a case or its money. */
export async function forgetCases(client: QueryClient): Promise<void> {
  const keys = ['case', 'cases', 'receipt', 'signed-receipt', 'payouts', 'sales']
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}
