import { CARD_SIZES, type CardKind, shortPath } from '@vignette/contract/card-kinds.ts'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { watchCaller } from '../../platform/http/watch-caller.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { findMedia, finishMedia } from '../media/index.ts'
import { getOwn } from '../workflows/index.ts'

/** The most cards that one process draws at once: a film uses a renderer for some ten seconds. */
const MOST = 2
const desk = defineProcessPart(() => ({ drawing: 0 }))

interface DrawCard {
  id: string
  kind: CardKind
}

/** Draws the recipe's card for each request and sends the file; no card is stored. */
export async function drawCard(ctx: Ctx, want: DrawCard, reply: FastifyReply): Promise<void> {
  const { row } = await getOwn(ctx, want.id)
  const provider = ctx.providers.find('local')
  if (!provider?.drawCard) {
    throw new AppError('conflict', 'This server draws nothing itself, so it makes no cards.')
  }
  const picture = await readSample(ctx, row.sampleMediaId)
  if (!picture) {
    throw new AppError(
      'conflict',
      'This recipe has no sample yet. Choose one, then make its cards.',
    )
  }
  const film = want.kind === 'film'
  const bytes = await draw(ctx, provider, reply, {
    film,
    picture,
    ...CARD_SIZES[want.kind],
    name: row.name,
    by: `by @${row.handle}`,
    address: new URL(shortPath(row.id), ctx.origin).href.replace(/^https?:\/\//, ''),
  })
  const extension = film ? 'mp4' : 'png'
  reply.headers({
    'content-type': film ? 'video/mp4' : 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="${want.kind}-${row.id.slice(-12)}.${extension}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  await reply.send(bytes)
}

/** The sample as a picture; of a film, its first frame. */
async function readSample(ctx: Ctx, mediaId: string | null): Promise<Buffer | undefined> {
  if (mediaId === null) return undefined
  const sample = (await findMedia(ctx, [mediaId])).get(mediaId)
  const key = sample?.kind === 'image' ? sample.storageKey : sample?.previewKey
  return key ? ctx.storage.read(key) : undefined
}

type Provider = NonNullable<ReturnType<Ctx['providers']['find']>>
type Card = Parameters<NonNullable<Provider['drawCard']>>[0]

async function draw(
  ctx: Ctx,
  provider: Provider,
  reply: FastifyReply,
  card: Card,
): Promise<Buffer> {
  const at = ctx.process.of(desk)
  if (at.drawing >= MOST) {
    throw new AppError('overloaded', 'Other cards are being made here. Try again in a minute.')
  }
  at.drawing += 1
  const { left, stopWatching } = watchCaller(reply.request)
  try {
    const bytes = await provider.drawCard?.(card, left)
    if (!bytes) throw new Error('the provider draws no cards')
    const finished = await finishMedia(ctx, {
      kind: card.film ? 'video' : 'image',
      origin: 'generated',
      bytes,
      sourceType: provider.sourceType,
      signal: left,
    })
    return Buffer.from(finished.bytes)
  } catch (error) {
    // A provider's public message may be shown to the caller.
    const { publicMessage } = error as { publicMessage?: unknown }
    if (typeof publicMessage !== 'string') throw error
    throw new AppError('generation_failed', publicMessage, { cause: error })
  } finally {
    stopWatching()
    at.drawing -= 1
  }
}
