import { readFileSync } from 'node:fs'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { FURTHER_CREATIONS } from './further-creations.ts'
import type { Given, Run } from './run.ts'

/** A recipe of the first catalogue: its document, its creator, and the inputs of its sample. */
export interface Seed {
  file: string
  creator: string
  sample: Given
}

/** The recipes in the order of publication: the last recipe comes first in the catalogue. */
export const SEEDS: readonly Seed[] = [
  {
    file: 'shape-study',
    creator: 'print-room',
    sample: { theme: 'Red, orange, navy and cream', variation: '3' },
  },
  {
    file: 'cut-paper',
    creator: 'print-room',
    sample: { picture: { madeWith: 'places-you-miss', run: 2 }, sheets: '12' },
  },
  {
    file: 'one-reel',
    creator: 'reel.and.rest',
    sample: {
      opening: { madeWith: 'moving-postcard', run: 1 },
      closing: { madeWith: 'slow-camera' },
    },
  },
  {
    file: 'twice-the-size',
    creator: 'lumen-lab',
    sample: { picture: { madeWith: 'herbarium-sheet', run: 1 } },
  },
  { file: 'herbarium-sheet', creator: 'ines.botha', sample: { plant: 'Red poppies' } },
  {
    file: 'before-and-after',
    creator: 'reel.and.rest',
    sample: {
      before: { madeWith: 'places-you-miss', run: 4 },
      after: { madeWith: 'photo-to-oil', run: 1 },
      change: 'Morph',
    },
  },
  {
    file: 'two-ink-print',
    creator: 'print-room',
    sample: { picture: { madeWith: 'travel-poster', run: 2 }, inks: 'navy and apricot' },
  },
  {
    file: 'slow-camera',
    creator: 'reel.and.rest',
    sample: { still: { madeWith: 'storybook-page', run: 4 }, move: 'Zoom in', seconds: '4' },
  },
  {
    file: 'gallery-abstract',
    creator: 'tomas-vell',
    sample: { feeling: 'calm', colours: 'ochre, blue, cream', format: '4:3' },
  },
  {
    file: 'triptych',
    creator: 'tomas-vell',
    sample: { feeling: 'calm', colours: 'rust, sand, navy' },
  },
  {
    file: 'photo-to-oil',
    creator: 'tomas-vell',
    sample: { photo: { madeWith: 'places-you-miss', run: 1 }, strength: '1' },
  },
  {
    file: 'your-night-sky',
    creator: 'lumen-lab',
    sample: { date: '20190614', night: 'A violet nebula, stars and a planet' },
  },
  {
    file: 'shop-sign',
    creator: 'print-room',
    sample: {
      name: 'Fox & Daughters',
      mark: 'A fox',
      line: 'Bakery since 2019',
      colours: 'terracotta and navy',
    },
  },
  {
    file: 'birthday-card',
    creator: 'ines.botha',
    sample: {
      greeting: 'Happy birthday, Ada',
      picture: 'A dinosaur wearing a party hat',
      line: 'Five today',
      colours: 'turquoise and yellow',
    },
  },
  {
    file: 'moving-postcard',
    creator: 'marit.olen',
    sample: { place: 'A palm beach at sunset, one sailing boat', camera: 'Pan right' },
  },
  {
    file: 'sketch-to-canvas',
    creator: 'tomas-vell',
    sample: { subject: 'A castle above the sea, golden hour, three birds' },
  },
  {
    file: 'storybook-page',
    creator: 'ines.botha',
    sample: { scene: 'A fox and an owl in the autumn forest, under a full moon, by a small fire' },
  },
  {
    file: 'four-hours',
    creator: 'print-room',
    sample: { place: 'A village with a windmill in the hills', lettering: 'HOME' },
  },
  {
    file: 'day-into-night',
    creator: 'reel.and.rest',
    sample: { place: 'A village with a windmill in the hills' },
  },
  {
    file: 'save-the-date',
    creator: 'ines.botha',
    sample: {
      names: 'Anna & Ben',
      day: 'Save the date: 14 June 2027',
      place: 'a church in the hills with flowers',
      hour: 'golden hour',
    },
  },
  {
    file: 'pet-poster',
    creator: 'lumen-lab',
    sample: { pet: 'A dog with a bow tie', name: 'Rex', colours: 'teal and amber' },
  },
  {
    file: 'travel-poster',
    creator: 'print-room',
    sample: {
      place: 'A lighthouse on a rocky coast with sailing boats',
      lettering: 'SKAGEN',
      hour: 'sunset',
    },
  },
  {
    file: 'where-you-grew-up',
    creator: 'print-room',
    sample: { town: 'Leeds', land: 'a city with tall houses', hour: 'sunset', line: '1984 – 2002' },
  },
  {
    file: 'places-you-miss',
    creator: 'marit.olen',
    sample: { place: 'Misty mountain lake at dawn with pine trees and birds' },
  },
]

/** A recipe's runs by their number: the sample, then the further creations. */
export function runsOf(file: string): readonly Run[] {
  const seed = SEEDS.find((one) => one.file === file)
  if (!seed) return []
  return [{ by: seed.creator, given: seed.sample }, ...(FURTHER_CREATIONS[file] ?? [])]
}

export function runOf({ file, run }: { file: string; run: number }): Run | undefined {
  return runsOf(file)[run]
}

export function readSeed(file: string): Omit<RecipeDocument, 'user_id'> {
  return JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8'))
}

const OF_THE_HOUSE = 'Part of the first catalogue.'

/** What the page of each creator of the first catalogue says. */
export const CREATOR_LINES: Readonly<Record<string, readonly string[]>> = {
  'ines.botha': ['Flowers, cards, and pages from storybooks.', OF_THE_HOUSE],
  'lumen-lab': ['Night skies, pets in bold colours, and small pictures made large.', OF_THE_HOUSE],
  'marit.olen': ['Places you miss, and places you make up.', OF_THE_HOUSE],
  'print-room': ['Posters, prints and logos in a few good inks.', OF_THE_HOUSE],
  'reel.and.rest': ['Short films out of still pictures and clips.', OF_THE_HOUSE],
  'tomas-vell': ['Paint: over your photos, and for the wall behind the sofa.', OF_THE_HOUSE],
}
