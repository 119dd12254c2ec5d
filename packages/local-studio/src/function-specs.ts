import { z } from 'zod'
import { STYLISATIONS } from './functions/stylisations.ts'
import {
  ASPECTS,
  choice,
  colourCode,
  flag,
  integer,
  lettering,
  number,
  optionalInteger,
  SIZES,
  seed,
} from './params.ts'
import { STYLES } from './styles/catalogue.ts'
import type { FunctionSpec } from './types.ts'
import { MOVES } from './video/moves.ts'
import { TRANSITIONS } from './video/transition-names.ts'

const NO_VIDEOS = { min: 0, max: 0 }
const NO_MEDIA = { firstImage: 'none', lastImage: 'none', videos: NO_VIDEOS } as const
const ONE_IMAGE = { firstImage: 'required', lastImage: 'none', videos: NO_VIDEOS } as const

export const textToImageParams = z.strictObject({
  style: choice(['auto', ...STYLES], 'auto'),
  aspect: choice(ASPECTS, '1:1'),
  width: optionalInteger(256, 1536),
  height: optionalInteger(256, 1536),
  /** The file's size: the same picture, larger. */
  size: choice(SIZES, 'screen'),
  seed,
  /** A poster's lettering; default: the prompt's own words. */
  text: lettering(60),
  /** A poster's small line; default: the prompt's other words, and on an emblem none. Empty: none. */
  caption: lettering(60),
})

const textToImage: FunctionSpec = {
  functionType: 'text_to_image',
  title: 'Draw from words',
  description:
    'Procedural drawing on this machine, not an AI model: a program reads the words for places, times of day, weather, colours, moods and some 840 things, how many of each, and how one stands to another, and draws a scene, poster or pattern from them; what the program does not know is left out. The same words and seed give the same picture.',
  needs: { prompt: 'required', ...NO_MEDIA },
  output: 'image',
  params: textToImageParams,
  varies: ({ seed }) => (seed ?? null) === null,
  model: 'none',
}

const imageToImage: FunctionSpec = {
  functionType: 'image_to_image',
  title: 'Stylise a picture',
  description:
    'Procedural stylising on this machine: repaints a picture in oil or loose brush strokes, prints it in two inks, or reduces it to the flat shapes of a poster or vector drawing. Words may name the inks of a duotone; they do not change what is in the picture.',
  needs: { prompt: 'optional', ...ONE_IMAGE },
  output: 'image',
  params: z.strictObject({
    style: choice(STYLISATIONS, 'oil'),
    /** The share of the original that the style replaces. */
    strength: number(0, 1, 1),
    /** The number of a poster's flat colours; a vector drawing uses three times as many. */
    colours: integer(3, 16, 7),
    dark: colourCode,
    light: colourCode,
    size: choice(SIZES, 'screen'),
    seed,
  }),
  model: 'none',
}

const upscaleImage: FunctionSpec = {
  functionType: 'upscale_image',
  title: 'Enlarge a picture',
  description:
    'Enlarges a picture two or four times with a small neural network (ESRGAN) on this machine, which sharpens edges that plain scaling would blur. At most 2 megapixels for two times, 1 megapixel for four times.',
  needs: { prompt: 'none', ...ONE_IMAGE },
  output: 'image',
  params: z.strictObject({
    factor: integer(2, 4, 2).refine((factor) => factor !== 3, 'must be 2 or 4'),
  }),
  model: 'none',
}

const removeBackground: FunctionSpec = {
  functionType: 'remove_background',
  title: 'Cut out a person',
  description:
    'Cuts people out of their background with a small neural network (selfie segmentation) on this machine, onto transparency or one colour. For portraits and half figures; it does not know animals or things, and says so when it finds nobody.',
  needs: { prompt: 'none', ...ONE_IMAGE },
  output: 'image',
  params: z.strictObject({
    /** Absent means transparent. */
    background: colourCode,
    softness: number(0, 1, 0.3),
  }),
  model: 'none',
}

export const imageToVideoParams = z.strictObject({
  /** For one picture. */
  move: choice(MOVES, 'zoom-in'),
  /** For a first and a last picture. */
  transition: choice(TRANSITIONS, 'morph'),
  strength: number(0, 1, 0.5),
  /** In seconds. */
  duration: number(1, 8, 4),
  fps: integer(12, 30, 24),
  /** The longer side in pixels. */
  size: integer(256, 1920, 768),
  aspect: choice(['source', ...ASPECTS], 'source'),
  loop: flag(),
  seed,
})

const imageToVideo: FunctionSpec = {
  functionType: 'image_to_video',
  title: 'Film a picture',
  description:
    'Procedural animation on this machine: with one picture, a camera that zooms, pans or sways over it; with a first and a last picture, one flows into the other. Nothing in the picture itself is set in motion. H.264 video without sound.',
  needs: { prompt: 'none', firstImage: 'required', lastImage: 'optional', videos: NO_VIDEOS },
  output: 'video',
  params: imageToVideoParams,
  model: 'none',
}

const videoConcat: FunctionSpec = {
  functionType: 'video_concat',
  title: 'Join videos',
  description:
    'Joins two to six videos in their order. Videos of one format are joined without loss; others are brought to the first one’s size and frame rate, at most 1280 pixels. One minute in all; sound is left out.',
  needs: { prompt: 'none', firstImage: 'none', lastImage: 'none', videos: { min: 2, max: 6 } },
  output: 'video',
  params: z.strictObject({}),
  model: 'none',
}

export const FUNCTIONS: FunctionSpec[] = [
  textToImage,
  imageToImage,
  upscaleImage,
  removeBackground,
  imageToVideo,
  videoConcat,
]
