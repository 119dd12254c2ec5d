import type { CutOut } from './functions/cut-out.ts'
import type { DrawFromWords } from './functions/draw-from-words.ts'
import type { Stylise } from './functions/stylise.ts'
import type { Upscale } from './functions/upscale.ts'
import type { DrawCard } from './kit/draw-card.ts'
import type { TaskIo } from './types.ts'
import type { AnimatePicture } from './video/animate-picture.ts'
import type { ConcatVideos } from './video/concat.ts'

/**
 * The work of each function, by the function's type. The function's own schema parses the params.
 * Each task loads its modules at the first call, so that drawing does not wait for models and
 * codecs.
 */
export const studioTasks = {
  async text_to_image(payload: DrawFromWords, io: TaskIo): Promise<Buffer> {
    const { drawFromWords } = await import('./functions/draw-from-words.ts')
    io.onProgress(5, 'Drawing')
    return drawFromWords(payload)
  },
  async image_to_image(payload: Stylise, io: TaskIo): Promise<Buffer> {
    const { stylise } = await import('./functions/stylise.ts')
    io.onProgress(5, 'Repainting')
    return stylise(payload)
  },
  async upscale_image(payload: Upscale, io: TaskIo): Promise<Buffer> {
    const { upscale } = await import('./functions/upscale.ts')
    return upscale(payload, io)
  },
  async remove_background(payload: CutOut, io: TaskIo): Promise<Buffer> {
    const { cutOut } = await import('./functions/cut-out.ts')
    io.onProgress(5, 'Cutting out')
    return cutOut(payload)
  },
  async image_to_video(payload: AnimatePicture, io: TaskIo): Promise<Buffer> {
    const { animatePicture } = await import('./video/animate-picture.ts')
    return animatePicture(payload, io)
  },
  async video_concat(payload: ConcatVideos, io: TaskIo): Promise<Buffer> {
    const { concatVideos } = await import('./video/concat.ts')
    return concatVideos(payload, io)
  },
  /** Draws a card, which shows a recipe on other sites; no recipe can call this. */
  async draw_card(payload: DrawCard): Promise<Buffer> {
    const { drawCard } = await import('./kit/draw-card.ts')
    return drawCard(payload)
  },
  /** Draws the landing page's poster; no recipe can call this. */
  async film_card(payload: DrawCard, io: TaskIo): Promise<Buffer> {
    const { filmCard } = await import('./kit/film-card.ts')
    return filmCard(payload, io)
  },
}
