import type { QueryClient } from '@tanstack/react-query'
import type { CodeKind } from '@vignette/contract/code-limits.ts'
import { call } from '../../../lib/client.ts'

interface NewCode {
  code: string
  kind: CodeKind
  value?: number
  workflow_ids: string[]
  from?: string
  until?: string
  total?: number
  per_buyer: number
  run_cost?: number
  state: 'draft' | 'active'
}

export async function createCode(
  client: QueryClient,
  body: NewCode,
  idempotencyKey: string,
): Promise<void> {
  await call('createCode', { body, idempotencyKey })
  await client.invalidateQueries({ queryKey: ['codes'] })
}
