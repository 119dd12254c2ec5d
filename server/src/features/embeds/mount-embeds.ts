import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { pagePolicy } from '../../platform/http/html-page.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { findShort } from './find-short.ts'
import { getEmbed } from './get-embed.ts'
import { getOembed } from './get-oembed.ts'
import { EMBED_STYLE } from './render-embed.ts'
import { embedderOf } from './rules.ts'

const POLICY = pagePolicy(EMBED_STYLE, { framed: true })

const side = z.coerce.number().int().min(1).max(10_000).optional()
const oembedQuery = z.object({
  url: z.string().max(2_000),
  format: z.string().max(20).default('json'),
  maxwidth: side,
  maxheight: side,
})

/**
 * The embed page, which is the only page that other sites may frame; oEmbed, which tells programs of
 * the embed page; and short addresses. None of the three reads who calls.
 */
export function mountEmbeds(server: FastifyInstance, base: Ctx): void {
  const ctxOf = (request: FastifyRequest): Ctx => ({
    ...base,
    origin: originOf(base.config.PUBLIC_URL, request),
  })

  server.get<{ Params: { id: string } }>(
    '/embed/:id',
    { schema: { hide: true }, config: { framed: true } } as object,
    async (request, reply) => {
      const ctx = ctxOf(request)
      const { id } = request.params as { id: string }
      const host = embedderOf(request.headers.referer, new URL(ctx.origin).host)
      const { status, html } = await getEmbed(ctx, { id, source: host ? `?embed=${host}` : '' })
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-store')
        .send(html)
    },
  )

  server.get<{ Params: { code: string } }>(
    '/go/:code',
    { schema: { hide: true } } as object,
    async (request, reply) => {
      const { code } = request.params as { code: string }
      const { via } = request.query as { via?: string | string[] }
      const link = typeof via === 'string' ? via.toLowerCase() : ''
      return reply
        .header('cache-control', 'no-store')
        .redirect(await findShort(ctxOf(request), code.toLowerCase(), link), 302)
    },
  )

  server.get('/oembed', { schema: { hide: true } } as object, async (request, reply) => {
    const read = oembedQuery.safeParse(request.query)
    if (!read.success) throw new AppError('bad_request', 'Say which address: ?url=')
    const { format, ...want } = read.data
    if (format !== 'json') {
      return reply.code(501).type('text/plain; charset=utf-8').send('Only format=json is here.\n')
    }
    return (
      reply
        .header('access-control-allow-origin', '*')
        // No cache in between may keep showing a recipe that was hidden since.
        .header('cache-control', 'no-cache')
        .send(await getOembed(ctxOf(request), want))
    )
  })
}
