import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { countSamples } from './planted.ts'

const LOOK_MS = 1_000
/** Covers between two lines. */
const STEP = 3

/** Says how far the covers of a new catalogue are; of a catalogue that has them, nothing. */
export async function reportSamples(
  ctx: Ctx,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let told: number | undefined
  for (;;) {
    const { of, drawn, lost } = await countSamples(ctx)
    if (drawn + lost === of) {
      const left = lost === 0 ? '' : `; ${lost} could not be drawn`
      if (told !== undefined)
        say(`${drawn} of ${of} covers are drawn${left}. The catalogue is whole.`)
      return
    }
    if (told === undefined) {
      told = drawn
      say(`Drawing the covers of the catalogue, ${drawn} of ${of} so far; pages answer meanwhile…`)
    } else if (drawn >= told + STEP) {
      told = drawn
      say(`${drawn} of ${of} covers are drawn…`)
    }
    await wait(LOOK_MS, undefined, { signal })
  }
}
