import type { Feature } from '../../feature.ts'
import { payoutAnswers, statementAnswers } from './answers.ts'
import { sweepHoldsTask } from './apply-hold-rules.ts'
import { payoutCommands, statementCommands } from './cli.ts'
import { comparePayoutsTask } from './compare-payouts.ts'
import { eraseAccountsTask } from './erase-accounts.ts'
import { correctionTask, creditNoteTask, invoiceTask } from './issue-paper.ts'
import { payoutListeners, statementListeners } from './listeners.ts'
import { makeStatementsTask, payoutStatementTask } from './make-statements.ts'
import { payoutGauges } from './metrics.ts'
import { warnOperatorsTask } from './preview-run.ts'
import { lookTask } from './receive-payout-webhook.ts'
import { payoutRoutes } from './routes.ts'
import { sendPayoutTask } from './send-payout.ts'
import { weeklyRunTask } from './start-run.ts'
import { statementRoutes } from './statements-routes.ts'
import { sweepTask } from './sweep-payouts.ts'
import { writeOffTask } from './write-off-debts.ts'

export const payouts: Feature = {
  name: 'payouts',
  routes: [...payoutRoutes, ...statementRoutes],
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
    makeStatementsTask,
    payoutStatementTask,
    invoiceTask,
    creditNoteTask,
    correctionTask,
  ],
  listeners: [
    { locks: 'payouts', hears: payoutListeners },
    { locks: 'statements', hears: statementListeners },
  ],
  answers: [...payoutAnswers, ...statementAnswers],
  metrics: payoutGauges,
  commands: [...payoutCommands, ...statementCommands],
}
