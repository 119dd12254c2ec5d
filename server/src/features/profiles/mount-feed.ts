import { USERNAME_PATTERN } from '@vignette/contract/account-limits.ts'
import { recipePath } from '@vignette/contract/creator-path.ts'
import { htmlLines, xml } from '@vignette/contract/html.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { buildAnswer } from '../../platform/http/answer.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { sendShared } from '../../platform/http/shared-answers.ts'
import { workflows } from '../../schema/workflows.ts'
import { shopOf } from '../../shop.ts'
import { findByHandle } from '../identity/index.ts'
import { isListed } from '../workflows/index.ts'

const LIFE_MS = 60_000

const ITEMS = 30

const RSS = 'application/rss+xml; charset=utf-8'

/** A creator's newest recipes for feed readers, which have no account. */
export function mountFeed(server: FastifyInstance, ctx: Ctx): void {
  server.get<{ Params: { handle: string } }>(
    '/@:handle/feed.xml',
    { schema: { hide: true } } as object,
    async (request, reply) => {
      const asked = (request.params as { handle: string }).handle.toLowerCase()
      const origin = originOf(ctx.config, request)
      const feed = await ctx.answers.get(
        `feed ${origin} ${asked} ${shopOf({ ...ctx, origin }).name}`,
        { lifeMs: LIFE_MS },
        () => buildFeed(ctx, origin, asked),
      )
      const { location } = feed.answer
      // A feed reader must ask each time, since the owner may take the old name back.
      if (location) return reply.header('cache-control', 'no-cache').redirect(location, 308)
      return sendShared(request, reply, feed)
    },
  )
}

async function buildFeed(ctx: Ctx, origin: string, asked: string) {
  const person = USERNAME_PATTERN.test(asked) ? await findByHandle(ctx, asked) : undefined
  if (!person?.username || person.bannedAt) {
    throw new AppError('not_found', 'There is nobody with this name.')
  }
  const handle = person.username
  if (handle !== asked) {
    return { ...buildAnswer('', { status: 308, type: RSS }), location: `/@${handle}/feed.xml` }
  }
  const recipes = await ctx.db
    .select()
    .from(workflows)
    .where(and(eq(workflows.ownerId, person.id), isListed))
    .orderBy(desc(workflows.createdAt), desc(workflows.id))
    .limit(ITEMS)
  return buildAnswer(
    writeFeed({ shop: shopOf({ ...ctx, origin }).name, origin, handle, recipes }),
    { type: RSS },
  )
}

type Listed = Pick<
  typeof workflows.$inferSelect,
  'id' | 'slug' | 'name' | 'description' | 'price'
> & {
  createdAt: Date
}

interface FeedOf {
  shop: string
  origin: string
  handle: string
  recipes: readonly Listed[]
}

/** The newest recipes of a creator as RSS 2.0. */
function writeFeed({ shop, origin, handle, recipes }: FeedOf): string {
  const home = `${origin}/@${handle}`
  const items = recipes.map(
    ({ id, slug, name, description, price, createdAt }) => xml`    <item>
      <title>${name}</title>
      <link>${origin}${recipePath({ id, handle, slug })}</link>
      <guid isPermaLink="true">${origin}/workflows/${id}</guid>
      <pubDate>${createdAt.toUTCString()}</pubDate>
      <description>${[description, formatPrice(price)].filter(Boolean).join(' · ')}</description>
    </item>`,
  )
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>New recipes by @${handle}</title>
    <link>${home}</link>
    <atom:link href="${home}/feed.xml" rel="self" type="application/rss+xml" />
    <description>What @${handle} lists on ${shop}.</description>
    <language>en</language>
${htmlLines(items)}
  </channel>
</rss>
`.toString()
}
