import { z } from 'zod'
import { findCode, ProbeError } from '../../../platform/probe-error.ts'
import type { ComfyUiOptions } from './options.ts'
import { requestComfy } from './request.ts'

/** https://docs.comfy.org/development/comfyui-server/comms_routes; the names of later versions may differ. */
const statsSchema = z.looseObject({
  system: z.looseObject({ comfyui_version: z.string().optional() }),
})

/** Reads what the server says of itself, which starts no work. */
export async function probeComfy(options: ComfyUiOptions, signal: AbortSignal): Promise<string> {
  try {
    const request = { method: 'GET', path: '/system_stats', signal } as const
    const { system } = await requestComfy(options, request, statsSchema)
    return `ComfyUI ${system.comfyui_version ?? ''} answers`.replace('  ', ' ')
  } catch (error) {
    signal.throwIfAborted()
    const told = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    const why =
      findCode(error) ?? (/^status \d+$/.test(told) ? told : 'another answer than expected')
    throw new ProbeError(
      `No ComfyUI answers at COMFYUI_URL (${why}): look whether it runs with --listen, and at the address.`,
      { cause: error },
    )
  }
}
