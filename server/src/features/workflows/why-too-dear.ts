import { formatCents } from '@vignette/contract/money.ts'
import type { Ctx } from '../../ctx.ts'
import { keepRecent } from '../../platform/keep-recent.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { estimateCost } from './estimate-cost.ts'
import type { Recipe } from './rules-recipe.ts'

const VERSIONS = 2_000
const estimates = defineProcessPart(() => keepRecent<number>(VERSIONS))

/**
 * Why a workflow starts no new run since its vendors became dearer, so that no buyer meets that in a
 * run that fails; the creator reads what a run costs. A version never changes, and the server learns
 * vendors' prices when it starts, so that each process estimates a version once.
 */
export function whyTooDear(
  ctx: Pick<Ctx, 'providers' | 'process'>,
  { workflowId, version, recipe }: { workflowId: string; version: number; recipe: Recipe },
  toOwner: boolean,
): string | undefined {
  const isCostly = recipe.steps.some(({ provider }) => ctx.providers.find(provider)?.costsOperator)
  if (!isCostly) return undefined
  const known = ctx.process.of(estimates)
  const key = `${workflowId} ${version}`
  const cents = known.get(key) ?? known.set(key, estimateCost(ctx, recipe).cents)
  if (cents <= recipe.cost) return undefined
  return toOwner
    ? `A run may cost ${formatCents(cents)} now, more than the ${formatCents(recipe.cost)} that this version declares, so no new run starts. Publish a new version with that cost.`
    : 'A run costs more than it did, so no new run starts. Its creator can publish a new version.'
}
