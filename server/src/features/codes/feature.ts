import type { Feature } from '../../feature.ts'
import { codeAnswers } from './answers.ts'
import { codeListeners } from './listeners.ts'
import { codePorts } from './ports.ts'
import { codeRoutes } from './routes.ts'

export const codes: Feature = {
  name: 'codes',
  routes: codeRoutes,
  listeners: { locks: 'codes', hears: codeListeners },
  asks: Object.values(codePorts),
  answers: codeAnswers,
}
