import type { z } from 'zod'
import { FUNCTIONS, type imageToVideoParams, type textToImageParams } from './function-specs.ts'
import { stylisedSize } from './functions/stylised-size.ts'
import { type Size, scaleOf, sizeOf } from './params.ts'
import type { MediaFacts, Work, WorkCall } from './types.ts'
import { frameSize } from './video/frame-size.ts'

/** Assumptions for unknown media: a telephone's picture, and a film of this machine. */
const PICTURE: MediaFacts = { width: 4000, height: 3000, seconds: 0 }
const FILM: MediaFacts = { width: 1280, height: 720, seconds: 8 }
/** Every step without a warm child loads its own models. */
const START_SECONDS = 0.3

const MEGAPIXEL = 1_000_000
const megapixels = ({ width, height }: Pick<MediaFacts, 'width' | 'height'>) =>
  (width * height) / MEGAPIXEL

/**
 * The core seconds that a call takes and the size of its output, from measurements of
 * `test-support/measure-work.ts`. Settings that the function would refuse count as absent, because
 * such a step ends before its work.
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
    const screen = sizeOf(given, 1024)
    const scale = scaleOf(given.size, screen)
    const makes = { width: screen.width * scale, height: screen.height * scale, seconds: 0 }
    // A large file is drawn twice: once for the screen, at once.
    const perMegapixel = given.style === 'painterly' ? 0.15 : 0.06
    const large = scale > 1 ? perMegapixel * megapixels(makes) : 0
    return { seconds: 0.1 + 0.45 * megapixels(screen) + large, makes }
  },

  image_to_image({ params, firstImage }) {
    const { style, size } = read<{ style: string; size: Size }>('image_to_image', params)
    const screen = stylisedSize(firstImage ?? PICTURE, style, size)
    const makes = {
      width: Math.round(screen.width * screen.scale),
      height: Math.round(screen.height * screen.scale),
      seconds: 0,
    }
    // A vector drawing costs by its number of shapes: noise takes six times as long as a flat
    // sketch.
    const perMegapixel = style === 'vector' ? 1.1 : style === 'oil' ? 0.5 : 0.3
    const large = screen.scale > 1 ? 0.12 * megapixels(makes) : 0
    return { seconds: 0.2 + perMegapixel * megapixels(screen) + large, makes }
  },

  upscale_image({ params, firstImage }) {
    const { factor } = read<{ factor: number }>('upscale_image', params)
    const picture = firstImage ?? PICTURE
    // The function refuses larger pictures when it opens the file.
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
    // A square has the most pixels for one longer side.
    const frame = frameSize(firstImage ?? { width: 4000, height: 4000 }, given.aspect, given.size)
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
    // Only films of this machine are known in advance to be joinable without encoding.
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
