import type { Feature } from '../../feature.ts'
import { makeSamples } from './seed-catalogue.ts'

/** The catalogue that a new server begins with: recipes of the house, and what they make. */
export const firstCatalogue: Feature = { name: 'first-catalogue', tasks: [makeSamples] }
