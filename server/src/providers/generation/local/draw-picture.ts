import type { z } from 'zod'
import type { textToImageParams } from './functions.ts'
import { sizeOf } from './params.ts'
import { registerFonts } from './picture/fonts.ts'
import { createRandom } from './picture/random.ts'
import { readPrompt } from './picture/read-prompt.ts'
import { createSurface } from './picture/surface.ts'
import { chooseStyle } from './styles/choose-style.ts'
import { PAINTERS } from './styles/painters.ts'

export interface DrawPicture {
  prompt: string
  seed: number
  params: z.output<typeof textToImageParams>
}

const LONG_SIDE = 1024

export function drawPicture({ prompt, seed, params }: DrawPicture): Buffer {
  registerFonts()
  const { width, height } = sizeOf(params, LONG_SIDE)
  const reading = readPrompt(prompt)
  const random = createRandom(`${seed} ${reading.scene}`)
  const style =
    params.style === 'auto' ? chooseStyle(reading, prompt, random.fork('style')) : params.style
  const surface = createSurface(width, height)
  PAINTERS[style](surface, params.text ? { ...reading, title: params.text } : reading, random)
  return surface.canvas.encodeSync('png')
}
