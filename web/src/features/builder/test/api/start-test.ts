import type { UserInputs } from '@vignette/contract/creations.ts'
import { call } from '../../../../lib/client.ts'
import type { Tested } from '../tested.ts'

interface TestRequest {
  inputs: UserInputs
  /** The earlier test whose unchanged products are kept, and the first step that runs again. */
  from?: { test: string; step: string } | undefined
  idempotencyKey: string
}

/** Answers with the id of the test, which is also its job's. */
export async function startTest({ kind, id }: Tested, request: TestRequest): Promise<string> {
  const { inputs, from, idempotencyKey } = request
  const { job_id } = await call(kind === 'draft' ? 'testDraft' : 'testWorkflow', {
    params: { id },
    body: {
      user_inputs: inputs,
      ...(from ? { reuse_from: from.test, from_step: from.step } : {}),
    },
    idempotencyKey,
  })
  return job_id
}
