import { readFileSync } from 'node:fs'
import type { RecipeDocument } from '@vignette/contract/workflows.ts'

/** The sample of another seed, used as an input like any public picture. */
export interface SampleOf {
  sampleOf: string
}

/** A recipe of the first catalogue: its document, its creator, and the inputs of its sample. */
export interface Seed {
  file: string
  creator: string
  sample: Record<string, string | SampleOf>
}

/** In the order of publication: the last one comes first in the catalogue. */
export const SEEDS: readonly Seed[] = [
  {
    file: 'shape-study',
    creator: 'print-room',
    sample: { theme: 'Slow rhythm in red, orange, navy and cream', variation: '3' },
  },
  {
    file: 'cut-paper',
    creator: 'print-room',
    sample: { picture: { sampleOf: 'places-you-miss' }, sheets: '12' },
  },
  {
    file: 'one-reel',
    creator: 'reel.and.rest',
    sample: {
      opening: { sampleOf: 'moving-postcard' },
      closing: { sampleOf: 'slow-camera' },
    },
  },
  {
    file: 'twice-the-size',
    creator: 'lumen-lab',
    sample: { picture: { sampleOf: 'herbarium-sheet' } },
  },
  {
    file: 'herbarium-sheet',
    creator: 'ines.botha',
    sample: { plant: 'Red poppies and a fern', season: 'summer' },
  },
  {
    file: 'before-and-after',
    creator: 'reel.and.rest',
    sample: {
      before: { sampleOf: 'herbarium-sheet' },
      after: { sampleOf: 'photo-to-oil' },
      change: 'Morph',
    },
  },
  {
    file: 'two-ink-print',
    creator: 'print-room',
    sample: { picture: { sampleOf: 'storybook-page' }, inks: 'navy and coral' },
  },
  {
    file: 'slow-camera',
    creator: 'reel.and.rest',
    sample: { still: { sampleOf: 'gallery-abstract' }, move: 'Zoom in', seconds: '4' },
  },
  {
    file: 'gallery-abstract',
    creator: 'tomas-vell',
    sample: { feeling: 'calm', colours: 'ochre, slate blue, cream', format: '4:3' },
  },
  {
    file: 'photo-to-oil',
    creator: 'tomas-vell',
    sample: { photo: { sampleOf: 'herbarium-sheet' }, strength: '1' },
  },
  {
    file: 'your-night-sky',
    creator: 'lumen-lab',
    sample: { date: '20190614', night: 'A clear summer night, violet nebula over pines' },
  },
  {
    file: 'sketch-to-canvas',
    creator: 'tomas-vell',
    sample: { subject: 'A castle on a cliff above the sea, golden hour, three birds' },
  },
  {
    file: 'storybook-page',
    creator: 'ines.botha',
    sample: {
      scene:
        'A fox and an owl wait at the edge of the autumn forest, under a full moon, by a small fire',
    },
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
    file: 'day-into-night',
    creator: 'reel.and.rest',
    sample: { place: 'A village with a windmill in the hills by a river' },
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
    sample: {
      town: 'Leeds',
      land: 'a city with tall houses',
      hour: 'sunset',
      line: '1984 – 2002',
    },
  },
  {
    file: 'places-you-miss',
    creator: 'marit.olen',
    sample: { place: 'Misty mountain lake at dawn with pine trees and birds' },
  },
]

export function readSeed(file: string): Omit<RecipeDocument, 'user_id'> {
  return JSON.parse(readFileSync(new URL(`./${file}.json`, import.meta.url), 'utf8'))
}
