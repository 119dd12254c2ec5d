import type { Feature } from '../../feature.ts'
import { payoutAnswers } from './answers.ts'
import { sweepHoldsTask } from './apply-hold-rules.ts'
import { payoutCommands } from './cli.ts'
import { comparePayoutsTask } from './compare-payouts.ts'
import { correctionCommands } from './correction-commands.ts'
import { eraseAccountsTask } from './erase-accounts.ts'
import { holdCommands } from './hold-commands.ts'
import { payoutListeners } from './listeners.ts'
import { payoutPorts } from './ports.ts'
import { warnOperatorsTask } from './preview-run.ts'
import { lookTask } from './receive-payout-webhook.ts'
import { payoutRoutes } from './routes.ts'
import { sendPayoutTask } from './send-payout.ts'
import { weeklyRunTask } from './start-run.ts'
import { sweepTask } from './sweep-payouts.ts'
import { writeOffTask } from './write-off-debts.ts'

export const payouts: Feature = {
  name: 'payouts',
  routes: payoutRoutes,
  tasks: [
    weeklyRunTask,
    warnOperatorsTask,
    sendPayoutTask,
    lookTask,
    sweepTask,
    sweepHoldsTask,
    comparePayoutsTask,
    eraseAccountsTask,
    writeOffTask,
  ],
  listeners: { locks: 'payouts', hears: payoutListeners },
  asks: Object.values(payoutPorts),
  answers: payoutAnswers,
  commands: [...payoutCommands, ...correctionCommands, ...holdCommands],
}
