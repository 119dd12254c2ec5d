import type { Feature } from '../../feature.ts'
import { mediaAnswers } from './answers.ts'
import { makeVariants } from './make-variants.ts'
import { mediaPorts } from './ports.ts'
import { mediaRoutes } from './routes.ts'
import { serveMedia } from './serve-media.ts'
import { signingMetrics } from './sign-file.ts'
import { replaceKeyCommand } from './signing-key.ts'
import { sweepMedia, sweepStrayFiles } from './sweep-media.ts'

export const media: Feature = {
  name: 'media',
  routes: mediaRoutes,
  mount: serveMedia,
  tasks: [makeVariants, sweepMedia, sweepStrayFiles],
  asks: Object.values(mediaPorts),
  answers: mediaAnswers,
  metrics: signingMetrics,
  commands: [replaceKeyCommand],
}
