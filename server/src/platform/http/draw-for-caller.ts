import type { FastifyReply } from 'fastify'
import type { Platform } from '../platform.ts'
import { defineProcessPart } from '../process-state.ts'
import { AppError } from './app-error.ts'
import { watchCaller } from './watch-caller.ts'

/** Where one process draws for callers who wait: at most so many at once, others read `busy`. */
export interface DrawingDesk {
  readonly most: number
  readonly busy: string
  readonly part: ReturnType<typeof defineProcessPart<{ drawing: number; networks: Set<string> }>>
}

export function defineDrawingDesk(most: number, busy: string): DrawingDesk {
  return { most, busy, part: defineProcessPart(() => ({ drawing: 0, networks: new Set() })) }
}

/**
 * Draws while the caller waits; a provider's public message becomes the answer. A caller of a
 * `network` has one place at a time, so that others find one.
 */
export async function drawForCaller<Result>(
  ctx: Pick<Platform, 'process'>,
  reply: FastifyReply,
  desk: DrawingDesk,
  draw: (left: AbortSignal) => Promise<Result>,
  network?: string,
): Promise<Result> {
  const at = ctx.process.of(desk.part)
  if (at.drawing >= desk.most) throw new AppError('overloaded', desk.busy)
  if (network !== undefined) {
    if (at.networks.has(network)) throw new AppError('overloaded', desk.busy)
    at.networks.add(network)
  }
  at.drawing += 1
  const { left, stopWatching } = watchCaller(reply.request)
  try {
    return await draw(left)
  } catch (error) {
    const { publicMessage } = error as { publicMessage?: unknown }
    if (typeof publicMessage !== 'string') throw error
    throw new AppError('generation_failed', publicMessage, { cause: error })
  } finally {
    stopWatching()
    at.drawing -= 1
    if (network !== undefined) at.networks.delete(network)
  }
}
