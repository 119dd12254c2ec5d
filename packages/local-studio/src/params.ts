import { z } from 'zod'
import { findUnlettered } from './drawing/fonts.ts'

/**
 * A recipe's `{{reference}}` arrives as text, so numbers may be digits, and an empty input counts
 * as absent.
 */
const given = (value: unknown) => (value === '' || value === null ? undefined : value)

const toNumber = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : given(value)

export function number(low: number, high: number, fallback: number) {
  return z.preprocess(toNumber, z.number().min(low).max(high).default(fallback))
}

export function integer(low: number, high: number, fallback: number) {
  return z.preprocess(toNumber, z.int().min(low).max(high).default(fallback))
}

export function optionalInteger(low: number, high: number) {
  return z.preprocess(toNumber, z.int().min(low).max(high).optional())
}

/** Choices also come from people's select boxes, so "Zoom in" means `zoom-in`. */
export function choice<const Options extends readonly [string, ...string[]]>(
  options: Options,
  fallback: NoInfer<Options[number]>,
) {
  const plain = (value: unknown) =>
    typeof value === 'number' || (typeof value === 'string' && value !== '')
      ? String(value)
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_]+/g, '-')
      : given(value)
  return z.preprocess(plain, z.enum(options).default(fallback as never))
}

export function flag() {
  const plain = (value: unknown) =>
    value === 'true' ? true : value === 'false' ? false : given(value)
  return z.preprocess(plain, z.boolean().default(false))
}

/** A text that is drawn as letters, which refuses what no face has; `lettered` tells so in the schema. */
export function lettering(max: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .max(max)
    .superRefine((text, check) => {
      const unknown = findUnlettered(text).slice(0, 3)
      if (unknown.length === 0) return
      const message = `cannot letter ${new Intl.ListFormat('en').format(unknown)} yet`
      check.addIssue({ code: 'custom', message })
    })
    .optional()
    .meta({ lettered: true })
}

export const seed = optionalInteger(0, 2_147_483_647)

export const colourCode = z.preprocess(
  given,
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a2b3c')
    .optional(),
)

export const ASPECTS = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'] as const

/** The sizes of a drawn file: for a screen, two in pixels of a square's side, and for paper. */
export const SIZES = ['screen', '2048', '3072', 'large'] as const
export type Size = (typeof SIZES)[number]

/** The sides of each size, in sides of the size for the screen; whole, so that no row falls between pixels. */
const SCALES: Record<Size, number> = { screen: 1, '2048': 2, '3072': 3, large: 4 }
const LONGEST = 4096

/** Pixels of the file for each of the screen's: whole, and no side of the file is longer than `LONGEST`. */
export function scaleOf(size: Size, { width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.min(SCALES[size], Math.floor(LONGEST / Math.max(width, height))))
}

/** Exact sides win; otherwise the aspect ratio applies to the longer side. */
export function sizeOf(
  params: {
    aspect: (typeof ASPECTS)[number]
    width?: number | undefined
    height?: number | undefined
  },
  longSide: number,
): { width: number; height: number } {
  const [across = 1, down = 1] = params.aspect.split(':').map(Number)
  const wide = across >= down ? longSide : (longSide * across) / down
  const tall = across >= down ? (longSide * down) / across : longSide
  const even = (value: number) => Math.max(2, Math.round(value / 2) * 2)
  return { width: even(params.width ?? wide), height: even(params.height ?? tall) }
}
