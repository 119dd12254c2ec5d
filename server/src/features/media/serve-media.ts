import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Ctx } from '../../ctx.ts'
import type { AppError } from '../../platform/http/app-error.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { keepFirst } from './keep-first.ts'
import { mediaPorts } from './ports.ts'
import { gone, sendFile } from './send-file.ts'
import { type MediaRow, media, mediaVariants } from './tables.ts'

const FILE = /^([A-Za-z0-9_-]{16})(?:-(preview|\d{2,4}))?\.([a-z0-9]{2,4})$/

interface Served {
  key: string
  contentType: string
}

/** Serves files outside the API base; checks access before opening any file. */
export function serveMedia(
  app: FastifyInstance,
  ctx: Ctx,
  identify: (request: FastifyRequest) => Promise<Caller>,
): void {
  app.route<{ Params: { id: string; file: string }; Querystring: { key?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:id/:file',
    schema: { hide: true },
    handler: async (request, reply) => {
      const wanted = FILE.exec(request.params.file)
      const row = wanted && (await findRow(ctx, request.params.id))
      if (!row || row.token !== wanted[1]) throw gone()
      if (row.sealed) throw await refuseSealed(row, () => identify(request))
      if (!row.public) await assertMaySee(ctx, row, request.query.key, () => identify(request))
      const served = await choose(ctx, row, wanted[2], wanted[3] ?? '')
      if (!served) throw gone()
      return sendFile(ctx, { ...served, public: row.public }, request, reply)
    },
  })
}

async function findRow(ctx: Ctx, id: string): Promise<MediaRow | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(and(eq(media.id, id), isNull(media.deletedAt)))
  return row
}

async function assertMaySee(
  ctx: Ctx,
  row: MediaRow,
  key: unknown,
  identify: () => Promise<Caller>,
): Promise<void> {
  if (typeof key === 'string' && row.linkHash && hashSecret(key) === row.linkHash) return
  const { principal } = await identify()
  if (principal?.id === row.ownerId) return
  // An admin may see a private file only while a report is about the file.
  if (principal?.admin && (await mediaPorts.isReported.ask(ctx, { mediaId: row.id }))) return
  if (principal && !principal.banned) {
    const question = { mediaId: row.id, viewer: principal }
    for await (const shared of mediaPorts.isShared.askEach(ctx, question)) if (shared) return
  }
  throw gone()
}

/** The owner is told to keep the proof first; for every other caller the file does not exist. */
async function refuseSealed(row: MediaRow, identify: () => Promise<Caller>): Promise<AppError> {
  const { principal } = await identify()
  return principal?.id === row.ownerId ? keepFirst() : gone()
}

async function choose(
  ctx: Ctx,
  row: MediaRow,
  which: string | undefined,
  extension: string,
): Promise<Served | undefined> {
  if (which === undefined) {
    return extension === row.extension
      ? { key: row.storageKey, contentType: row.contentType }
      : undefined
  }
  if (which === 'preview') {
    return row.previewKey ? { key: row.previewKey, contentType: 'image/webp' } : undefined
  }
  if (extension !== 'webp' && extension !== 'avif') return undefined
  const [variant] = await ctx.db
    .select()
    .from(mediaVariants)
    .where(
      and(
        eq(mediaVariants.mediaId, row.id),
        eq(mediaVariants.width, Number(which)),
        eq(mediaVariants.format, extension),
      ),
    )
  return variant && { key: variant.storageKey, contentType: `image/${extension}` }
}
