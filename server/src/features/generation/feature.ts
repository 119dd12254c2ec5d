import type { Feature } from '../../feature.ts'
import { forgetNetworks } from './forget-networks.ts'
import { cancelOperation, LANES } from './job-definitions.ts'
import { startGenerationWorker } from './jobs.ts'

export const generation: Feature = {
  name: 'generation',
  tasks: [forgetNetworks, cancelOperation, ...LANES],
  startRunner: startGenerationWorker,
}
