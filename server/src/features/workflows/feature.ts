import type { Feature } from '../../feature.ts'
import { listWaiting } from './list-waiting.ts'

export const workflows: Feature = {
  name: 'workflows',
  tasks: [listWaiting],
}
