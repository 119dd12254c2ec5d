import { isShortCode } from '@vignette/contract/card-kinds.ts'
import { creatorPath } from '@vignette/contract/creator-path.ts'
import { html } from '@vignette/contract/html.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { SOURCE_NAME } from '@vignette/contract/number-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { type Answer, buildAnswer } from '../../platform/http/answer.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { pagePolicy } from '../../platform/http/html-page.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { workflows } from '../../schema/workflows.ts'
import { shopOf } from '../../shop.ts'
import { findNamed, getWorkflow } from '../workflows/index.ts'
import { EMBED_STYLE, renderEmbed, renderGone, SOURCE } from './render-embed.ts'
import { embedderOf, frameSize, recipeIn } from './rules.ts'

const LINK = new RegExp(`^${SOURCE_NAME}$`)

const LIFE_MS = 10_000

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
    origin: originOf(base.config, request),
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

/** The page of a frame; `source` is the query that says where its visitors come from. */
async function getEmbed(
  ctx: Ctx,
  { id, source }: { id: string; source: string },
): Promise<{ status: number; html: string }> {
  const key = `embed ${ctx.origin} ${id}`
  const { answer } = await ctx.answers.get(key, { lifeMs: LIFE_MS }, () => render(ctx, id))
  return { status: answer.status, html: answer.body.toString().replace(SOURCE, source) }
}

async function render(ctx: Ctx, id: string): Promise<Answer> {
  const recipe = await findWorkflow(ctx, id)
  const isTestShop = ctx.gateway.testMode && !ctx.config.loopback
  const html = recipe ? renderEmbed(recipe, ctx.origin, isTestShop) : renderGone(ctx.origin)
  return buildAnswer(html, { status: recipe ? 200 : 404, type: 'text/html; charset=utf-8' })
}

/**
 * The address that a short address leads to: the recipe's page, or the page of a missing recipe.
 * The visit counts for the creator's link of that name, or for the share kit where there is no
 * name.
 */
async function findShort(ctx: Ctx, code: string, link: string): Promise<string> {
  if (!isShortCode(code)) return '/workflows/unknown'
  const [found] = await ctx.db
    .select({ id: workflows.id })
    .from(workflows)
    // The same expression as in the index `workflows_short`.
    .where(eq(sql`right(${workflows.id}::text, 12)`, code))
    .orderBy(asc(workflows.id))
    .limit(1)
  const source = LINK.test(link) ? `via=${link}` : 'utm_source=share-kit'
  return found ? `/workflows/${found.id}?${source}` : '/workflows/unknown'
}

interface GetOembed {
  url: string
  maxwidth?: number | undefined
  maxheight?: number | undefined
}

/** What a program that builds link previews shows for a recipe's address (oembed.com, 1.0). */
async function getOembed(ctx: Ctx, want: GetOembed) {
  const named = recipeIn(want.url, ctx.origin)
  const id = typeof named === 'object' ? (await findNamed(ctx, named))?.id : named
  const recipe = id === undefined ? undefined : await findWorkflow(ctx, id)
  if (!recipe) throw new AppError('not_found', 'No recipe of this site is at this address.')
  const { width, height } = frameSize(want)
  const { sample } = recipe
  const small = sample?.preview_url
  return {
    version: '1.0',
    type: 'rich',
    provider_name: shopOf(ctx).name,
    provider_url: ctx.origin,
    title: recipe.name,
    author_name: `@${recipe.creator_handle}`,
    author_url: `${ctx.origin}${creatorPath(recipe.creator_handle)}`,
    ...(small && sample.width && sample.height
      ? {
          thumbnail_url: new URL(small, ctx.origin).href,
          thumbnail_width: sample.width,
          thumbnail_height: sample.height,
        }
      : {}),
    html: html`<iframe src="${ctx.origin}/embed/${recipe.id}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" title="${recipe.name}"></iframe>`.toString(),
    width,
    height,
  }
}

/** The recipe as a stranger sees it. */
async function findWorkflow(ctx: Ctx, id: string): Promise<WorkflowView | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined
  try {
    return await getWorkflow(ctx, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
