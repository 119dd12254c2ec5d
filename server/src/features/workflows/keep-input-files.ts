import type { Ctx } from '../../ctx.ts'
import { keepMedia } from '../media/index.ts'
import type { ReadyInputs } from './prepare-inputs.ts'

/** Keeps the files for a payment that will run with them. */
export async function keepInputFiles(ctx: Ctx, inputs: ReadyInputs, until: Date): Promise<void> {
  await keepMedia(
    ctx,
    inputs.media.map((file) => file.id),
    until,
  )
}
