import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { count } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { lockFor } from '../../platform/db/lock.ts'
import { ensureHouseUser } from '../identity/index.ts'
import { updateStorefront } from '../storefronts/index.ts'
import { createWorkflow, workflows } from '../workflows/index.ts'
import { makeSamples, seeding } from './make-samples.ts'
import { CREATOR_LINES } from './seeds/creator-lines.ts'
import { readSeed, SEEDS, type Seed } from './seeds/seeds.ts'

/** Fills an empty catalogue. Recipes exist at once; samples appear as their jobs complete. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // Of several processes that start at once, one seeds.
    await lockFor(tx, seeding)
    const [row] = await tx.db.select({ total: count() }).from(workflows)
    if ((row?.total ?? 0) === 0) {
      for (const seed of SEEDS) await plant(tx, seed)
      for (const [creator, lines] of Object.entries(CREATOR_LINES))
        await introduce(tx, creator, lines)
    }
    await tx.queue.send(tx, makeSamples, {}, { singletonKey: makeSamples.name })
  })
}

async function plant(tx: TxCtx, seed: Seed): Promise<void> {
  const creator = await ensureHouseUser(tx, seed.creator)
  const acting: TxCtx = { ...tx, caller: { ...tx.caller, principal: creator } }
  await createWorkflow(acting, {
    ...readSeed(seed.file),
    user_id: creator.id,
    accept_creator_terms: CREATOR_TERMS_VERSION,
  })
}

/** Writes the lines of a creator's page. */
async function introduce(tx: TxCtx, username: string, lines: readonly string[]): Promise<void> {
  const creator = await ensureHouseUser(tx, username)
  const page = { show_picture: false, lines: [...lines], links: [], featured_id: null, order: [] }
  await updateStorefront({ ...tx, caller: { ...tx.caller, principal: creator } }, page)
}
