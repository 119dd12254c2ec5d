import { CLOTHES, GARMENTS } from './words-of-clothes.ts'
import { FOOD } from './words-of-food.ts'
import { FURNITURE } from './words-of-furniture.ts'
import { ANIMALS, FLIERS, PLANTS, SWIMMERS } from './words-of-nature.ts'
import { PEOPLE } from './words-of-people.ts'
import { THINGS } from './words-of-things.ts'
import { BOATS, STRUCTURES, VEHICLES } from './words-of-travel.ts'

/** What a figure is: where a figure stands and what a figure may do with another follow from this. */
export type Kind =
  | 'person'
  | 'animal'
  | 'swimmer'
  | 'flier'
  | 'plant'
  | 'food'
  | 'thing'
  | 'vehicle'
  | 'boat'
  | 'structure'
  | 'furniture'
  | 'clothes'

export interface Figure {
  name: string
  kind: Kind
  /** Height in metres. */
  metres: number
}

const LISTS: [Kind, string][] = [
  ['person', PEOPLE],
  ['animal', ANIMALS],
  ['swimmer', SWIMMERS],
  ['flier', FLIERS],
  ['plant', PLANTS],
  ['vehicle', VEHICLES],
  ['boat', BOATS],
  ['structure', STRUCTURES],
  ['furniture', FURNITURE],
  ['clothes', CLOTHES],
  ['thing', THINGS],
  ['thing', GARMENTS],
  ['food', FOOD],
]

/** The figure of each word or phrase ("hot dog"); the first list that names a word wins. */
export const FIGURES: ReadonlyMap<string, Figure> = new Map(
  LISTS.flatMap(([kind, list]) =>
    list
      .trim()
      .split('\n')
      .flatMap((row): [string, Figure][] => {
        const [name = '', metres, ...words] = row.split(' ')
        const figure = { name, kind, metres: Number(metres) }
        const own = name.replace(/-by-hand$/, '').replaceAll('-', ' ')
        return [own, ...words.map((word) => word.replaceAll('_', ' '))].map((word) => [
          word,
          figure,
        ])
      }),
  ).reverse(),
)

export function figureNamed(word: string): Figure {
  const figure = FIGURES.get(word)
  if (!figure) throw new Error(`no figure is called ${word}`)
  return figure
}
