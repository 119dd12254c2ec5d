/** A colour in OKLCH, where equal steps look equal and mixtures do not turn grey. */
export interface Colour {
  /** Lightness, 0 to 1. */
  l: number
  /** Chroma, 0 (grey) to about 0.37. */
  c: number
  /** Hue in degrees. */
  h: number
}

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)
const unit = (v: number) => Math.min(1, Math.max(0, v))

function fromLab(l: number, a: number, b: number): Colour {
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

export function hex(text: string): Colour {
  const n = Number.parseInt(text.slice(1), 16)
  return fromRgb((n >> 16) & 255, (n >> 8) & 255, n & 255)
}

export function fromRgb(red: number, green: number, blue: number): Colour {
  const r = toLinear(red / 255)
  const g = toLinear(green / 255)
  const b = toLinear(blue / 255)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return fromLab(
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  )
}

export function toRgb({ l, c, h }: Colour): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channel = (v: number) => Math.round(unit(toGamma(unit(v))) * 255)
  return [
    channel(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    channel(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    channel(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ]
}

export function css(colour: Colour, alpha = 1): string {
  const [r, g, b] = toRgb(colour)
  return `rgba(${r},${g},${b},${Math.round(unit(alpha) * 1000) / 1000})`
}

/** Mixes along the straight line of OKLab. */
export function mix(from: Colour, to: Colour, t: number): Colour {
  const k = unit(t)
  const a1 = from.c * Math.cos((from.h * Math.PI) / 180)
  const b1 = from.c * Math.sin((from.h * Math.PI) / 180)
  const a2 = to.c * Math.cos((to.h * Math.PI) / 180)
  const b2 = to.c * Math.sin((to.h * Math.PI) / 180)
  return fromLab(from.l + (to.l - from.l) * k, a1 + (a2 - a1) * k, b1 + (b2 - b1) * k)
}

export function shift(colour: Colour, by: Partial<Colour>): Colour {
  return {
    l: unit(colour.l + (by.l ?? 0)),
    c: Math.max(0, colour.c + (by.c ?? 0)),
    h: (colour.h + (by.h ?? 0) + 360) % 360,
  }
}

/** Keeps the lightness and moves hue and chroma towards the other colour. */
export function tint(colour: Colour, towards: Colour, amount: number): Colour {
  const target = { l: colour.l, c: Math.max(towards.c, colour.c * 0.8), h: towards.h }
  return mix(colour, towards.c < 0.03 ? { ...colour, c: towards.c } : target, amount)
}

export const white: Colour = { l: 1, c: 0, h: 0 }
export const black: Colour = { l: 0, c: 0, h: 0 }
