import { serveTasks } from '../../../platform/children/serve-tasks.ts'
import type { DrawPicture } from './draw-picture.ts'
import type { CutOut } from './pictures/cut-out.ts'
import type { Stylise } from './pictures/stylise.ts'
import type { Upscale } from './pictures/upscale.ts'
import type { AnimatePicture } from './video/animate-picture.ts'
import type { ConcatVideos } from './video/concat.ts'

/**
 * The module that runs inside the pool's children. Each task loads what it needs at its first use,
 * so that drawing does not wait for models and codecs.
 */
serveTasks({
  async text_to_image(payload: DrawPicture, io) {
    const { drawPicture } = await import('./draw-picture.ts')
    io.onProgress(5, 'Drawing')
    return drawPicture(payload)
  },
  async image_to_image(payload: Stylise, io) {
    const { stylise } = await import('./pictures/stylise.ts')
    io.onProgress(5, 'Repainting')
    return stylise(payload)
  },
  async upscale_image(payload: Upscale, io) {
    const { upscale } = await import('./pictures/upscale.ts')
    return upscale(payload, io)
  },
  async remove_background(payload: CutOut, io) {
    const { cutOut } = await import('./pictures/cut-out.ts')
    io.onProgress(5, 'Cutting out')
    return cutOut(payload)
  },
  async image_to_video(payload: AnimatePicture, io) {
    const { animatePicture } = await import('./video/animate-picture.ts')
    return animatePicture(payload, io)
  },
  async video_concat(payload: ConcatVideos, io) {
    const { concatVideos } = await import('./video/concat.ts')
    return concatVideos(payload, io)
  },
})
