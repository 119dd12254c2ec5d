import type { Feature } from '../../feature.ts'
import { noticeAnswers } from './answers.ts'
import { sweepNotices } from './notice.ts'
import { notifyOperatorsTask } from './notify-operators.ts'
import { noticePorts } from './ports.ts'
import { noticeRoutes } from './routes.ts'
import { sendDigests } from './send-digests.ts'
import { sendLetter, sweepLetters } from './send-letter.ts'
import { mountOneClick } from './unsubscribe.ts'

export const notices: Feature = {
  name: 'notices',
  routes: noticeRoutes,
  mount: mountOneClick,
  tasks: [sendLetter, sendDigests, sweepLetters, sweepNotices, notifyOperatorsTask],
  asks: Object.values(noticePorts),
  answers: noticeAnswers,
}
