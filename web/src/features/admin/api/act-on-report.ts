import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { type Body, call } from '../../../lib/client.ts'

export async function actOnReport(
  client: QueryClient,
  id: string,
  body: Body<'actOnReport'>,
): Promise<void> {
  await call('actOnReport', { params: { id }, body })
  track('report_acted_on', { action: body.action })
  await Promise.all([
    client.invalidateQueries({ queryKey: ['reports'] }),
    client.invalidateQueries({ queryKey: ['audit'] }),
  ])
}
