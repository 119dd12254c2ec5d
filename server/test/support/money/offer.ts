import { currencyHere } from '@vignette/contract/currency.ts'
import fc from 'fast-check'
import type { Principal } from '../../../src/ctx.ts'
import { createCode } from '../../../src/features/promotion/create-code.ts'
import { actAs } from '../create-test-ctx.ts'
import { type MoneyWorld, type Recipe, recipeOf } from './create-money-world.ts'

/** What lowers the price in a story: parts in percent of the full price, and the limits of the code. */
export interface Offer {
  launch: number | null
  code: { kind: 'percent' | 'amount'; part: number; total: number; perBuyer: number } | null
}

/** A third take so much off that small prices go down to the lowest. */
const part = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 60 }), weight: 2 }, fc.constant(90))

export const anyOffer: fc.Arbitrary<Offer> = fc.record({
  launch: fc.option(fc.integer({ min: 75, max: 95 }), { freq: 1 }),
  code: fc.option(
    fc.record({
      kind: fc.constantFrom('percent' as const, 'amount' as const),
      part,
      total: fc.integer({ min: 1, max: 3 }),
      perBuyer: fc.integer({ min: 1, max: 2 }),
    }),
    { freq: 3 },
  ),
})

export interface OfferedCode {
  id: string
  text: string
  /** What a run costs with the code. */
  price: number
  /** Whether the code lowers what is charged without it. */
  helps: boolean
  total: number
  perBuyer: number
}

export interface Offered {
  recipe: Recipe
  /** What a run costs without a code. */
  price: number
  code: OfferedCode | undefined
}

/** The lowest prices of the gateways for a run without a cost, as the pages of prices tell them. */
const LOWEST: Record<string, number> = { usd: 111, eur: 88, jpy: 50 }
const lowestPrice = ({ ctx }: MoneyWorld) =>
  ctx.gateway.includesTax ? 150 : (LOWEST[currencyHere()] ?? 0)

let codes = 0

/** A recipe of the creator at a launch price, and a code for all recipes of the creator. */
export async function makeOffer(
  world: MoneyWorld,
  creator: Principal,
  { price: full, draws, launch, code }: Offer & { price: number; draws: number },
): Promise<Offered> {
  const recipe = recipeOf(creator, full, draws)
  const lowest = lowestPrice(world)
  const lower = launch === null ? full : Math.floor((full * launch) / 100)
  if (lower < full && lower >= lowest) {
    recipe.launch = { price: lower, until: '2099-12-31', lowest_30d: full, words: 'Launch price.' }
  }
  const price = recipe.launch?.price ?? full
  if (!code) return { recipe, price, code: undefined }
  const { kind, total, perBuyer } = code
  const value = kind === 'percent' ? code.part : Math.ceil((full * code.part) / 100)
  const made = await createCode(actAs(world.ctx, creator), {
    code: `STORY${++codes}`,
    kind,
    value,
    workflow_ids: [],
    total,
    per_buyer: perBuyer,
    run_cost: 0,
    state: 'active',
  })
  const off = kind === 'percent' ? Math.floor((full * value) / 100) : value
  const reduced = Math.max(lowest, full - off)
  return {
    recipe,
    price,
    code: {
      id: made.id,
      text: made.code,
      price: reduced,
      helps: reduced < price,
      total,
      perBuyer,
    },
  }
}

/** A use is a payment that may still be captured, or is; by SQL that shares no code with the product. */
export async function countUsesOf(
  { database }: MoneyWorld,
  codeId: string,
  buyerId?: string,
): Promise<number> {
  const { rows } = await database.pool.query<{ uses: number }>(
    `select count(*)::int as uses from payments
     where code_id = $1 and ($2::uuid is null or buyer_id = $2) and state not in
       ('expired', 'release_requested', 'released', 'capture_failed', 'captured_undelivered')`,
    [codeId, buyerId ?? null],
  )
  return rows[0]?.uses ?? 0
}
