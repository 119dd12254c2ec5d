import { currencyHere } from '@vignette/contract/currency.ts'
import type { Principal } from '../../../src/ctx.ts'
import { getCreatorBalance } from '../../../src/features/ledger/index.ts'
import { currentBook } from '../../../src/features/payments/gateway.ts'
import { type MoneyWorld, type Recipe, recipeOf } from './create-money-world.ts'

/** A creator with a priced recipe, and a visitor who may buy runs of it. */
export async function newPeople(
  world: MoneyWorld,
): Promise<{ creator: Principal; buyer: Principal; recipe: Recipe }> {
  const creator = await world.newPrincipal()
  const buyer = await world.newPrincipal('visitor')
  return { creator, buyer, recipe: recipeOf(creator) }
}

export async function lifetimeOf(world: MoneyWorld, principalId: string): Promise<number> {
  return (
    await getCreatorBalance(world.ctx, [principalId], {
      book: currentBook(world.ctx),
      currency: currencyHere(),
    })
  ).lifetime
}

export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
}
