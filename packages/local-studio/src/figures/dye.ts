import type { Colour } from '../drawing/colour.ts'

const isSkin = ({ l, c, h }: Colour) => l > 0.7 && c > 0.03 && c < 0.16 && h > 25 && h < 100

const apart = (a: Colour, b: Colour) => Math.abs(((a.h - b.h + 540) % 360) - 180)

/** Gives a figure's main colour another hue; eyes, wheels and faces keep their colours. */
export function dye(
  fills: ReadonlyMap<string, Colour>,
  order: readonly string[],
  wanted: Colour,
  person = false,
): Map<string, Colour> {
  const free = (colour: Colour) => !(person && isSkin(colour))
  const weights = new Map<string, number>()
  for (const fill of order) {
    const colour = fills.get(fill)
    if (colour && free(colour)) weights.set(fill, (weights.get(fill) ?? 0) + colour.c)
  }
  const [main] = [...weights].sort((a, b) => b[1] - a[1])
  const first = main && fills.get(main[0])
  const grey = !first || first.c < 0.05
  const dyed = (colour: Colour): Colour => ({
    l: wanted.c < 0.04 ? colour.l * 0.35 + wanted.l * 0.65 : colour.l * 0.55 + wanted.l * 0.45,
    c: wanted.c * (0.75 + 0.25 * colour.l),
    h: wanted.h,
  })
  return new Map(
    [...fills].map(([fill, colour]) => {
      const taken = grey
        ? colour.c < 0.06 && colour.l > 0.35
        : free(colour) && colour.c > 0.04 && apart(colour, first) < 55
      return [fill, taken ? dyed(colour) : colour]
    }),
  )
}
