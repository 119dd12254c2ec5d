import type { z } from 'zod'
import { createRandom } from '../drawing/random.ts'
import { readPrompt } from '../drawing/read-prompt.ts'
import { registerFonts } from '../drawing/register-fonts.ts'
import { createSurface } from '../drawing/surface.ts'
import type { textToImageParams } from '../function-specs.ts'
import { scaleOf, sizeOf } from '../params.ts'
import { chooseStyle } from '../styles/choose-style.ts'
import { PAINTERS } from '../styles/painters.ts'
import { encodeOpaque } from './open-picture.ts'

export interface DrawFromWords {
  prompt: string
  seed: number
  params: z.output<typeof textToImageParams>
}

const LONG_SIDE = 1024

export async function drawFromWords({ prompt, seed, params }: DrawFromWords): Promise<Buffer> {
  registerFonts()
  const { width, height } = sizeOf(params, LONG_SIDE)
  const reading = readPrompt(prompt)
  const random = createRandom(`${seed} ${reading.scene}`)
  const style =
    params.style === 'auto' ? chooseStyle(reading, prompt, random.fork('style')) : params.style
  const surface = createSurface(width, height, scaleOf(params.size, { width, height }))
  const lettering = {
    ...(params.text && { title: params.text }),
    ...(params.caption !== undefined && { caption: params.caption }),
  }
  PAINTERS[style](surface, { ...reading, ...lettering }, random)
  return encodeOpaque(surface.canvas)
}
