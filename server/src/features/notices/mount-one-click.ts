import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { unsubscribe } from './unsubscribe.ts'

const query = z.object({ token: z.string().max(500) })

/** What mail programs call (RFC 8058), without cookies; a GET of the same address shows the page. */
export function mountOneClick(server: FastifyInstance, ctx: Ctx): void {
  server.post(
    '/unsubscribe',
    { schema: { hide: true }, bodyLimit: 1024 } as object,
    async (request, reply) => {
      const read = query.safeParse(request.query)
      if (!read.success) throw new AppError('not_found', 'This link is not whole, or is too old.')
      await unsubscribe(ctx, read.data)
      return reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
    },
  )
}
