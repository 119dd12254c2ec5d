import { z } from 'zod'
import { lookUpPrompt } from './look-up.ts'
import type { ComfyUiOptions } from './options.ts'
import { requestComfy } from './request.ts'

const anything = z.unknown()

/** Removes a waiting prompt from the queue or interrupts the running one, and no other prompt. */
export async function cancelPrompt(options: ComfyUiOptions, promptId: string): Promise<void> {
  const remove = { method: 'POST', path: '/queue', body: { delete: [promptId] } } as const
  await requestComfy(options, remove, anything)
  // Old servers ignore prompt_id and interrupt the running prompt, so this prompt must be the running one.
  if ((await lookUpPrompt(options, promptId)).place !== 'running') return
  const interrupt = { method: 'POST', path: '/interrupt', body: { prompt_id: promptId } } as const
  await requestComfy(options, interrupt, anything)
}
