import type { Feature } from '../../feature.ts'
import { sweepEvents } from './sweep-events.ts'

export const analytics: Feature = {
  name: 'analytics',
  tasks: [sweepEvents],
}
