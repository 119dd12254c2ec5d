import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { call } from '../../../lib/client.ts'
import type { RunAnswer, RunRequest } from '../ports/remix-ports.ts'

/** Starts a run; a repeated request with the same key answers with the same run. */
export async function createCreation(
  userId: string,
  request: RunRequest,
  signal?: AbortSignal,
): Promise<RunAnswer> {
  const answer = await call('createCreation', {
    params: { id: request.workflowId },
    body: {
      user_id: userId,
      user_inputs: request.inputs,
      async: true,
      public: request.isPublic,
      ...(request.madeFrom ? { made_from: request.madeFrom } : {}),
      ...(request.sessionId ? { session_id: request.sessionId } : {}),
      ...(request.code ? { code: request.code } : {}),
      terms_version: TERMS_VERSION,
    },
    idempotencyKey: request.idempotencyKey,
    signal,
  })
  return 'job_id' in answer
    ? { kind: 'job', jobId: answer.job_id, generationSeconds: answer.generation_time ?? null }
    : { kind: 'creation', creation: answer }
}
