import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isApprovedCreator } from '../identity/index.ts'
import { MOST_SECONDS, tellSteps } from './assert-work-affordable.ts'
import { estimateWork, type RunWork } from './estimate-work.ts'
import { factsOf } from './facts-of.ts'
import type { Runnable } from './get-runnable.ts'
import type { ReadyInputs } from './prepare-inputs.ts'

/** A run's CPU seconds on this machine with these inputs; throws where they exceed the limit. */
export async function estimateRun(
  ctx: Ctx,
  runnable: Pick<Runnable, 'recipe' | 'price' | 'ownerId'>,
  inputs: ReadyInputs,
): Promise<RunWork> {
  const { recipe } = runnable
  const work = estimateWork(ctx, recipe, {
    textOf: (name) => {
      const value = inputs.values[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    factsOf: (name) => {
      const value = inputs.values[name]
      const id = value && typeof value === 'object' && 'id' in value ? value.id : undefined
      const row = inputs.media.find((one) => one.id === id)
      return row && factsOf(row)
    },
  })
  if (work.seconds <= MOST_SECONDS.free) return work
  const trusted = runnable.price > 0 || (await isApprovedCreator(ctx, runnable.ownerId))
  const most = trusted ? MOST_SECONDS.trusted : MOST_SECONDS.free
  if (work.seconds <= most) return work
  throw new AppError(
    'validation_failed',
    `With these inputs the recipe takes about ${work.seconds} s of a processor core (${tellSteps(work)}), and a run may take at most ${most} s here. Choose something shorter or smaller.`,
  )
}
