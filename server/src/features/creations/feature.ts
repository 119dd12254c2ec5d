import type { Feature } from '../../feature.ts'
import { recountPopularity } from './recount-popularity.ts'
import { sweepCreations } from './sweep-creations.ts'

export const creations: Feature = {
  name: 'creations',
  tasks: [recountPopularity, sweepCreations],
}
