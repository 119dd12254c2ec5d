import { z } from 'zod'
import { lookUpPrompt } from './look-up.ts'
import type { ComfyUiOptions } from './options.ts'
import { requestComfy } from './request.ts'

const anything = z.unknown()

/** Takes a waiting prompt out of the queue and interrupts a running one, and nobody else's. */
export async function cancelPrompt(options: ComfyUiOptions, promptId: string): Promise<void> {
  const remove = { method: 'POST', path: '/queue', body: { delete: [promptId] } } as const
  await requestComfy(options, remove, anything)
  // Servers that do not read prompt_id interrupt whatever runs, so only ours running is reason enough.
  if ((await lookUpPrompt(options, promptId)).place !== 'running') return
  const interrupt = { method: 'POST', path: '/interrupt', body: { prompt_id: promptId } } as const
  await requestComfy(options, interrupt, anything)
}
