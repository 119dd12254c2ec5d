import type { z } from 'zod'
import { FUNCTIONS, type imageToVideoParams, type textToImageParams } from './function-specs.ts'
import { sizeOf } from './params.ts'
import type { MediaFacts, Work, WorkCall } from './types.ts'
import { frameSize } from './video/frame-size.ts'

/** A picture or film of which nothing is known: one from a telephone, and one of this machine's. */
const PICTURE: MediaFacts = { width: 4000, height: 3000, seconds: 0 }
const FILM: MediaFacts = { width: 1280, height: 720, seconds: 8 }
/** Where no child is warm, each step loads what it needs. */
const START_SECONDS = 0.3

const MEGAPIXEL = 1_000_000
const megapixels = ({ width, height }: Pick<MediaFacts, 'width' | 'height'>) =>
  (width * height) / MEGAPIXEL

/**
 * Seconds of a core and what comes out, from figures that were measured with
 * `test-support/measure-work.ts`. Settings that the function would refuse count as not given: such
 * a step ends before it works.
 */
export function estimateWork(call: WorkCall): Work {
  const estimate = ESTIMATES[call.functionType]
  if (!estimate) return { seconds: 0, makes: PICTURE }
  const { seconds, makes } = estimate(call)
  return { seconds: START_SECONDS + seconds, makes }
}

const ESTIMATES: Record<string, (call: WorkCall) => Work> = {
  text_to_image({ params }) {
    const given = read<z.output<typeof textToImageParams>>('text_to_image', params)
    const makes = { ...sizeOf(given, 1024), seconds: 0 }
    return { seconds: 0.1 + 0.45 * megapixels(makes), makes }
  },

  image_to_image({ params, firstImage }) {
    const { style } = read<{ style: string }>('image_to_image', params)
    const makes = within(firstImage ?? PICTURE, 1536)
    // Of a vector drawing, by how many shapes there are: noise takes six times as long as a flat sketch.
    const perMegapixel = style === 'vector' ? 1.2 : 0.5
    return { seconds: 0.2 + perMegapixel * megapixels(makes), makes }
  },

  upscale_image({ params, firstImage }) {
    const { factor } = read<{ factor: number }>('upscale_image', params)
    const picture = firstImage ?? PICTURE
    // Larger ones are refused once they are opened.
    const size = Math.min(megapixels(picture), factor === 2 ? 2 : 1.05)
    const makes = { width: picture.width * factor, height: picture.height * factor, seconds: 0 }
    return { seconds: (factor === 2 ? 7.6 : 20) * size, makes }
  },

  remove_background({ firstImage }) {
    const makes = within(firstImage ?? PICTURE, 2048)
    return { seconds: 0.3 + 0.1 * megapixels(makes), makes }
  },

  image_to_video({ params, firstImage, lastImage }) {
    const given = read<z.output<typeof imageToVideoParams>>('image_to_video', params)
    // A square has the most pixels to film.
    const frame = frameSize(firstImage ?? { width: 1, height: 1 }, given.aspect, given.size)
    const filmed = megapixels(frame) * given.duration * given.fps
    const perMegapixel = !lastImage ? 0.032 : given.transition === 'morph' ? 0.078 : 0.057
    const makes = { ...frame, seconds: given.duration, fps: given.fps }
    return { seconds: 0.2 + perMegapixel * filmed, makes }
  },

  video_concat({ videos }) {
    const films = videos.map((film) => film ?? FILM)
    const [first = FILM] = films
    const length = films.reduce((sum, film) => sum + film.seconds, 0)
    const fps = first.fps ?? MOST_FPS
    const makes = { ...within(first, 1280), seconds: Math.min(60, length), fps }
    // Only of films that this machine makes is it known before that they can be joined as they are.
    const alike = films.every(
      (film) => film.fps === fps && film.width === first.width && film.height === first.height,
    )
    const filmed = alike ? 0 : megapixels(makes) * makes.seconds * fps
    return { seconds: 0.2 + 0.03 * filmed, makes }
  },
}

const MOST_FPS = 30

function read<T>(functionType: string, params: Record<string, unknown>): T {
  const schema = FUNCTIONS.find((one) => one.functionType === functionType)?.params
  const parsed = schema?.safeParse(params)
  return (parsed?.success ? parsed.data : schema?.parse({})) as T
}

function within({ width, height }: MediaFacts, longest: number): MediaFacts {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale), seconds: 0 }
}
