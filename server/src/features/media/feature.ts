import type { Feature } from '../../feature.ts'
import { makeVariants } from './make-variants.ts'
import { sweepMedia, sweepStrayFiles } from './sweep-media.ts'

export const media: Feature = {
  name: 'media',
  tasks: [makeVariants, sweepMedia, sweepStrayFiles],
}
