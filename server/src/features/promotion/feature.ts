import type { Feature } from '../../feature.ts'
import { codeAnswers, referralAnswers } from './answers.ts'
import { mountLinks } from './mount-links.ts'
import { referralRoutes } from './referrals-routes.ts'
import { codeRoutes } from './routes.ts'

export const promotion: Feature = {
  name: 'promotion',
  routes: [...codeRoutes, ...referralRoutes],
  answers: [...codeAnswers, ...referralAnswers],
  mount: mountLinks,
}
