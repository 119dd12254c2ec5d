import type { Ctx } from '../../ctx.ts'
import type { Feature } from '../../feature.ts'
import { bindRun } from '../../platform/queue/define-task.ts'
import { statementAnswers } from './answers.ts'
import { statementCommands } from './cli.ts'
import { issueCorrection, issueCreditNote } from './credit-note.ts'
import { correctionTask, creditNoteTask, invoiceTask } from './issue-invoice.ts'
import { statementListeners } from './listeners.ts'
import { makeStatementsTask, payoutStatementTask } from './make-statements.ts'
import { statementRoutes } from './routes.ts'

export const statements: Feature = {
  name: 'statements',
  routes: statementRoutes,
  tasks: [
    makeStatementsTask,
    payoutStatementTask,
    invoiceTask,
    bindRun(creditNoteTask, (ctx: Ctx, data) => issueCreditNote(ctx, data)),
    bindRun(correctionTask, (ctx: Ctx, data) => issueCorrection(ctx, data)),
  ],
  listeners: { locks: 'statements', hears: statementListeners },
  answers: statementAnswers,
  commands: statementCommands,
}
