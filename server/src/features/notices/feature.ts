import type { Feature } from '../../feature.ts'
import { noticeAnswers } from './answers.ts'
import { noticeListeners } from './listeners.ts'
import { mountOneClick } from './mount-one-click.ts'
import { noticePorts } from './ports.ts'
import { noticeRoutes } from './routes.ts'
import { sendDigests } from './send-digests.ts'
import { sendLetter } from './send-letter.ts'
import { sweepLetters } from './sweep-letters.ts'
import { sweepNotices } from './sweep-notices.ts'
import { tellOperatorsTask } from './tell-operators.ts'

export const notices: Feature = {
  name: 'notices',
  routes: noticeRoutes,
  mount: mountOneClick,
  tasks: [sendLetter, sendDigests, sweepLetters, sweepNotices, tellOperatorsTask],
  listeners: { locks: 'notices', hears: noticeListeners },
  asks: Object.values(noticePorts),
  answers: noticeAnswers,
}
