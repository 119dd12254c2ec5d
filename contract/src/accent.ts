/** Colours made from an accent, for light and for dark grounds; pure. */
export interface AccentColours {
  accent: Pair
  onAccent: Pair
  wash: Pair
}
interface Pair {
  light: string
  dark: string
}

/** The grounds on which the accent stands as text, and the quiet text that stands on its wash. */
const GROUNDS = {
  light: ['#fbfbfa', '#ffffff', '#f1f1ef'],
  dark: ['#0f0f11', '#17171a', '#1d1d21'],
}
const QUIET = { light: '#5c5b63', dark: '#a5a4ac' }
const ON_ACCENT = { light: '#ffffff', dark: '#17171a' }

/** What WCAG 2 asks of text (level AA). */
export const LEAST_CONTRAST = 4.5

/** Three accents that pass, for an operator without a colour. */
export const ACCENTS = { ink: '#1d55c4', leaf: '#1a6f3c', plum: '#8a2a8f' } as const

/**
 * The colours of an accent, or undefined where text in it, or on it, would be hard to read. On light
 * grounds it is the accent itself, on dark ones the nearest lighter shade that can be read.
 */
export function deriveColours(accent: string): AccentColours | undefined {
  const given = toOklch(accent)
  const wash = {
    light: toHex({ ...given, l: 0.955, c: Math.min(given.c, 0.02) }),
    dark: toHex({ ...given, l: 0.22, c: Math.min(given.c, 0.03) }),
  }
  if (!canBeRead(accent, wash.light, 'light')) return undefined
  const dark = shades(given, 1).find((shade) => canBeRead(shade, wash.dark, 'dark'))
  if (!dark) return undefined
  return { accent: { light: accent.toLowerCase(), dark }, onAccent: ON_ACCENT, wash }
}

/** The shade nearest in lightness that passes; the accent itself where it does. */
export function nearestAccent(accent: string): string {
  const given = toOklch(accent)
  const darker = shades(given, 0).find((shade) => deriveColours(shade))
  if (deriveColours(accent)) return accent.toLowerCase()
  // Every ground of the light theme is almost white, so that the nearest is always a darker one.
  return darker ?? '#17171a'
}

/** The rules of the page for an accent. */
export function writeColours({ accent, onAccent, wash }: AccentColours): string {
  const pair = ({ light, dark }: Pair) => `light-dark(${light},${dark})`
  return `html:root{--accent:${pair(accent)};--on-accent:${pair(onAccent)};--accent-wash:${pair(wash)}}`
}

function canBeRead(accent: string, wash: string, scheme: 'light' | 'dark'): boolean {
  const grounds = [...GROUNDS[scheme], wash]
  return (
    [...grounds, ON_ACCENT[scheme]].every((one) => contrast(accent, one) >= LEAST_CONTRAST) &&
    contrast(QUIET[scheme], wash) >= LEAST_CONTRAST
  )
}

/** The ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

interface Oklch {
  l: number
  c: number
  h: number
}

const STEP = 1 / 400

/** The same hue from its own lightness to an end, 0 or 1, in steps that the eye does not see. */
function shades(given: Oklch, end: 0 | 1): string[] {
  const count = Math.ceil(Math.abs(end - given.l) / STEP)
  return Array.from({ length: count + 1 }, (_, at) =>
    toHex({ ...given, l: end === 0 ? given.l - at * STEP : given.l + at * STEP }),
  )
}

type Three = [number, number, number]

function toLinear(hex: string): Three {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Three
}

/** By Björn Ottosson's matrices (2020), as CSS Color 4 has them. */
function toOklch(hex: string): Oklch {
  const [r, g, b] = toLinear(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

/** The colour, or the most colourful one of its lightness and hue that a screen can show. */
function toHex({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l))
  let [low, high] = [0, c]
  let shown = toLinearRgb({ l: lightness, c, h })
  if (!isShown(shown)) {
    for (let round = 0; round < 20; round++) {
      const middle = (low + high) / 2
      if (isShown(toLinearRgb({ l: lightness, c: middle, h }))) low = middle
      else high = middle
    }
    shown = toLinearRgb({ l: lightness, c: low, h })
  }
  const parts = shown.map((part) => {
    const clear = Math.min(1, Math.max(0, part))
    const written = clear <= 0.0031308 ? clear * 12.92 : 1.055 * clear ** (1 / 2.4) - 0.055
    return Math.round(written * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

function toLinearRgb({ l: light, c, h }: Oklch): Three {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShown = (parts: Three) => parts.every((part) => part >= -0.0005 && part <= 1.0005)
