import { type Colour, hex, mix, shift, tint } from './colour.ts'
import type { Mood, Time } from './lexicon.ts'
import type { Random } from './random.ts'

/** The colours of an outdoor scene. */
export interface Palette {
  /** From the zenith down to the horizon. */
  sky: [Colour, Colour, Colour, Colour]
  /** The sun or moon and the light on the scene. */
  light: Colour
  /** The farthest land, almost the colour of the air. */
  far: Colour
  /** The nearest land, almost black. */
  near: Colour
  /** Small warm details: windows, lanterns, sails. */
  accent: Colour
}

type Codes = [sky: string, light: string, far: string, near: string, accent: string]

const BY_TIME: Record<Time, Codes[]> = {
  dawn: [
    ['#40557f #8d86ad #eeb0a6 #ffe0bd', '#fff4d6', '#b79bb0', '#1d2743', '#ff9d76'],
    ['#5f86ad #a9bfd2 #f3d2bf #fff0d8', '#fffbe8', '#b3b4c4', '#263a52', '#e8775a'],
    ['#6a5d98 #b98bb0 #f6b6a2 #ffe3c2', '#fff1d0', '#c79bac', '#2b2148', '#ffb46b'],
  ],
  day: [
    ['#2c77bd #69abdc #b1d9ec #edf6ee', '#fffef2', '#93b9c9', '#183f3d', '#f2603e'],
    ['#3f8fb8 #86c3d4 #c9e6df #f9f3dc', '#fffbe6', '#a3c2bd', '#254538', '#e0632f'],
    ['#2a67a6 #5c9fd4 #a7d0ee #e4f2fb', '#ffffff', '#8db2d0', '#143450', '#ffc23d'],
  ],
  golden: [
    ['#587b93 #c2a68d #f5c070 #ffe9ae', '#fff6cf', '#d6a06c', '#3a2320', '#d64a2b'],
    ['#7a6a7e #d39a7a #f8b45c #ffe08f', '#fff2c0', '#cf8f5e', '#2f1d22', '#a83a3a'],
    ['#4e7f86 #a8b58e #f0cd77 #fdeeb3', '#fff9d8', '#b9a468', '#23302a', '#dc5b32'],
  ],
  sunset: [
    ['#2d1d52 #8a3570 #ee6350 #ffc069', '#fff0b8', '#b9505f', '#190f2b', '#ffd27a'],
    ['#3b2a63 #b04a78 #f98a5e #ffd889', '#fff3c9', '#c76a6b', '#21142f', '#ffe1a0'],
    ['#1e3158 #6b4a80 #e0736a #fbb97c', '#ffe6b0', '#a0637a', '#111a33', '#ff8a5b'],
  ],
  dusk: [
    ['#151d46 #3e4388 #8d67a6 #eda7a0', '#ffe3d0', '#6f5f97', '#0d1129', '#ffbf6e'],
    ['#10284a #2c5680 #6f8fae #efc3a4', '#ffe9cf', '#587596', '#0a1626', '#ffb057'],
    ['#2a1c4d #5b3a86 #a964a6 #f5a6a3', '#ffd9dc', '#83538f', '#150c2a', '#ffc98a'],
  ],
  night: [
    ['#060b20 #0f2047 #1e4270 #4a7d9c', '#f6f3df', '#27466d', '#04070f', '#ffc869'],
    ['#0a0a24 #1d1a4f #3a3580 #7a6fb0', '#f7efe6', '#3c3876', '#070616', '#ffb86b'],
    ['#04141c #0b2f3c #175463 #4d9a97', '#f2f6e4', '#1d5462', '#03090d', '#ffd27a'],
  ],
}

export function choosePalette(time: Time, random: Random, colours: Colour[], mood?: Mood): Palette {
  const [skyCodes, light, far, near, accent] = random.pick(BY_TIME[time])
  const [a, b, c, d] = skyCodes.split(' ').map(hex)
  if (!a || !b || !c || !d) throw new Error(`palette of ${time} is incomplete`)
  const turn = random.between(-9, 9)
  const turned = (colour: Colour) => withMood(shift(colour, { h: turn }), mood)
  const palette: Palette = {
    sky: [turned(a), turned(b), turned(c), turned(d)],
    light: hex(light),
    far: turned(hex(far)),
    near: turned(hex(near)),
    accent: hex(accent),
  }
  return colours.length > 0 ? withColours(palette, colours) : palette
}

function withMood(colour: Colour, mood: Mood | undefined): Colour {
  if (mood === 'dark') return { l: colour.l * 0.76, c: colour.c * 0.72, h: colour.h }
  if (mood === 'wistful') return { l: colour.l * 0.94, c: colour.c * 0.62, h: colour.h }
  if (mood === 'calm') return { l: colour.l * 0.97 + 0.03, c: colour.c * 0.82, h: colour.h }
  if (mood === 'bold') return { l: colour.l, c: colour.c * 1.25, h: colour.h }
  if (mood === 'joyful') return { l: Math.min(1, colour.l * 1.04), c: colour.c * 1.15, h: colour.h }
  return colour
}

/** A named green colours the land; any other named colour goes into the sky. */
const isGreen = (colour: Colour) => colour.h > 95 && colour.h < 170 && colour.c > 0.04

/**
 * A named colour must be visible, yet one colour alone is dull: zenith and land keep part of their
 * own.
 */
function withColours(palette: Palette, colours: Colour[]): Palette {
  const air = colours.find((colour) => !isGreen(colour))
  const land = colours.find((colour) => isGreen(colour)) ?? colours.find((colour) => colour !== air)
  const dyeAir = (colour: Colour, amount: number, turn: number) => {
    if (!air) return colour
    const grey = air.c < 0.04
    const dyed = tint(colour, shift(air, { h: grey ? 0 : turn }), grey ? 0.92 : amount)
    return grey ? { ...dyed, l: mix(dyed, air, 0.28).l } : dyed
  }
  const ground = land ?? air
  return {
    sky: [
      dyeAir(palette.sky[0], 0.55, -26),
      dyeAir(palette.sky[1], 0.72, -12),
      dyeAir(palette.sky[2], 0.85, 0),
      dyeAir(palette.sky[3], 0.6, 22),
    ],
    light: air ? tint(palette.light, air, 0.2) : palette.light,
    far: ground ? tint(palette.far, ground, land ? 0.6 : 0.45) : palette.far,
    near: ground ? tint(palette.near, ground, land ? 0.8 : 0.35) : palette.near,
    accent: colours.at(-1) ?? palette.accent,
  }
}
