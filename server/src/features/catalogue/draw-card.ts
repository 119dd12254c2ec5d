import { CARD_SIZES, type CardKind, shortPath } from '@vignette/contract/card-kinds.ts'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineDrawingDesk, drawForCaller } from '../../platform/http/draw-for-caller.ts'
import { networkOf } from '../../platform/http/network.ts'
import { chargeFreeRun } from '../generation/index.ts'
import { lockCaller } from '../identity/index.ts'
import { findMedia, finishMedia } from '../media/index.ts'
import { getOwn } from '../workflows/index.ts'

/** Two at once, since a film uses a renderer for some ten seconds. */
const desk = defineDrawingDesk(2, 'Other cards are being made here. Try again in a minute.')

/** What a card counts against the free seconds of its creator. */
const SECONDS: Record<CardKind, number> = { post: 1, story: 1, film: 12 }

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
  const drawCardOf = provider.drawCard.bind(provider)
  const picture = await readSample(ctx, row.sampleMediaId)
  if (!picture) {
    throw new AppError(
      'conflict',
      'This recipe has no sample yet. Choose one, then make its cards.',
    )
  }
  const film = want.kind === 'film'
  const network = ctx.config.loopback ? undefined : networkOf(ctx.caller.address)
  const draw = async (left: AbortSignal) => {
    await inTransaction(ctx, async (tx) => {
      const { owner } = await lockCaller(tx)
      await chargeFreeRun(tx, owner, SECONDS[want.kind])
    })
    const card = {
      film,
      picture,
      ...CARD_SIZES[want.kind],
      name: row.name,
      by: `by @${row.handle}`,
      address: new URL(shortPath(row.id), ctx.origin).href.replace(/^https?:\/\//, ''),
    }
    const finished = await finishMedia(ctx, {
      kind: film ? 'video' : 'image',
      origin: 'generated',
      bytes: await drawCardOf(card, left),
      sourceType: provider.sourceType,
      signal: left,
    })
    return Buffer.from(finished.bytes)
  }
  const bytes = await drawForCaller(ctx, reply, desk, draw, network)
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
