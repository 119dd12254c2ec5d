import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Surface } from '../drawing/surface.ts'
import { paintAbstract } from './abstract.ts'
import { paintBotanical } from './botanical.ts'
import type { StyleName } from './catalogue.ts'
import { paintCosmos } from './cosmos.ts'
import { paintGeometric } from './geometric.ts'
import { paintLandscape } from './landscape.ts'
import { paintPainterly } from './painterly.ts'
import { paintBadge, paintPoster } from './poster.ts'

export type Painter = (surface: Surface, reading: Reading, random: Random) => void

export const PAINTERS: Record<StyleName, Painter> = {
  landscape: paintLandscape,
  painterly: paintPainterly,
  poster: paintPoster,
  emblem: paintBadge,
  geometric: paintGeometric,
  abstract: paintAbstract,
  botanical: paintBotanical,
  cosmos: paintCosmos,
}
