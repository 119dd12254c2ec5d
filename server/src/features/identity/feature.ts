import type { Feature } from '../../feature.ts'
import { sweepStranded } from './mend-stranded.ts'
import { sweepSessions } from './sweep-sessions.ts'

export const identity: Feature = {
  name: 'identity',
  tasks: [sweepStranded, sweepSessions],
}
