import { addGrain } from '../drawing/finish.ts'
import type { Random } from '../drawing/random.ts'
import type { Reading } from '../drawing/read-prompt.ts'
import type { Surface } from '../drawing/surface.ts'
import { hasSign, signsOf } from '../figures/signs.ts'
import { chooseInks } from './poster-inks.ts'
import { paintEmblem, paintTravel } from './poster-scenes.ts'
import { paintArcs, paintStack, paintSwiss } from './poster-type.ts'

const JOURNEYS = new Set(['travel', 'journey', 'postcard', 'visit'])

/** A printed sheet with the prompt's words as its lettering. */
export function paintPoster(surface: Surface, reading: Reading, random: Random): void {
  const inks = chooseInks(reading, random)
  const outdoors =
    reading.places.length > 0 ||
    reading.time !== undefined ||
    reading.weather !== undefined ||
    reading.wishes.some(({ subject }) => !hasSign(subject))
  const signs = signsOf(reading)
  const source = random.fork('plan')
  const plan =
    outdoors || reading.words.some((word) => JOURNEYS.has(word))
      ? 'travel'
      : signs.length > 0
        ? source.pick(['emblem', 'emblem', 'swiss'] as const)
        : source.pick(['swiss', 'arcs', 'stack'] as const)
  if (plan === 'travel') paintTravel(surface, reading, random, inks)
  else if (plan === 'emblem') paintEmblem(surface, reading, random, inks, signs)
  else if (plan === 'arcs') paintArcs(surface, reading, random, inks)
  else if (plan === 'stack') paintStack(surface, reading, random, inks)
  else paintSwiss(surface, reading, random, inks, signs)
  addGrain(surface, random.fork('grain'), 0.3)
}

/** The figures alone, or the name's initial where the words name none: a mark, a card, a label. */
export function paintBadge(surface: Surface, reading: Reading, random: Random): void {
  const inks = chooseInks(reading, random)
  const lettering = { ...reading, caption: reading.caption ?? '' }
  paintEmblem(surface, lettering, random, inks, signsOf(reading))
  addGrain(surface, random.fork('grain'), 0.16)
}
