import type { Canvas } from '@napi-rs/canvas'

export { type FontFile, hasRareLetters } from './drawing/fonts.ts'

import { createRandom } from './drawing/random.ts'
import { readPrompt } from './drawing/read-prompt.ts'
import { createSurface } from './drawing/surface.ts'
import { paintPoster } from './styles/poster.ts'

/** The sides in which `text_to_image` draws a poster for a screen. */
const LONG_SIDE = 1024

export interface PosterCall {
  prompt: string
  /** The lettering; empty for the prompt's own words. */
  text: string
  /** The small line; absent for the prompt's other words, empty for none. */
  caption?: string | undefined
  seed: number
  /** As "2:3". */
  aspect: string
  /** The longer side in pixels. */
  longSide: number
}

/**
 * The poster that `text_to_image` draws from these words and this seed, at any size. Loads neither
 * Node nor a codec, so that a browser can draw too.
 */
export function drawPoster({ prompt, text, caption, seed, aspect, longSide }: PosterCall): Canvas {
  const [across = 2, down = 3] = aspect.split(':').map(Number)
  const unit = LONG_SIDE / Math.max(across, down)
  const even = (value: number) => Math.round(value / 2) * 2
  const reading = readPrompt(prompt)
  const surface = createSurface(even(across * unit), even(down * unit), longSide / LONG_SIDE)
  const random = createRandom(`${seed} ${reading.scene}`)
  const lettering = {
    ...(text && { title: text.normalize('NFC') }),
    ...(caption !== undefined && { caption: caption.normalize('NFC') }),
  }
  paintPoster(surface, { ...reading, ...lettering }, random)
  return surface.canvas
}
