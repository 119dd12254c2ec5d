import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { watchCaller } from '../../platform/http/watch-caller.ts'
import type { JobRow } from '../../schema/generation.ts'
import { getOwnJob, viewJob } from './job.ts'
import { watchJob } from './watch-job.ts'

const KEEP_ALIVE_MS = 15_000

/** Server-sent events: each `job` event carries the whole state, so a lost event does not matter. */
export async function streamJobEvents(
  ctx: Ctx,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  draining: AbortSignal,
): Promise<void> {
  const releaseSlot = ctx.waits.take('streams', { principal: ctx.caller.principal?.id })
  try {
    const job = await getOwnJob(ctx, id)
    if (!request.raw.socket.destroyed) await send(ctx, job, { request, reply, draining })
  } finally {
    releaseSlot()
  }
}

interface Stream {
  request: FastifyRequest
  reply: FastifyReply
  draining: AbortSignal
}

async function send(ctx: Ctx, job: JobRow, { request, reply, draining }: Stream): Promise<void> {
  const { left, stopWatching } = watchCaller(request)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const keepAlive = setInterval(() => raw.write(': \n\n'), KEEP_ALIVE_MS)
  try {
    await watchJob(ctx, job, AbortSignal.any([left, draining]), async (row) => {
      const view = await viewJob(ctx, row)
      raw.write(`id: ${row.seq}\nevent: job\ndata: ${JSON.stringify(view)}\n\n`)
    })
  } catch (error) {
    ctx.log.warn({ err: error, jobId: job.id }, 'an event stream broke off')
  } finally {
    clearInterval(keepAlive)
    stopWatching()
    raw.end()
  }
}
