import * as booksContract from '@vignette/contract/books.ts'
import * as contract from '@vignette/contract/console.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { banPerson, deletePerson, endSessions, exportPerson, setRoles } from './act-on-person.ts'
import { compareBooks, exportTaxReport, getBooks } from './books.ts'
import { exportMargins, getMargins } from './margins.ts'
import { getPayment, listAllPayments, refundPayment, releaseAuthorisation } from './payments.ts'
import { getPerson, listPeople } from './people.ts'
import { cancelRun, getRun, listRuns, retryRun } from './runs.ts'
import { getToday } from './today.ts'
import { forgetWaiting, inviteFromWaitlist, listWaitlist } from './waitlist.ts'
import {
  getFirstCatalogue,
  listAllWorkflows,
  pauseWorkflow,
  removeFirstCatalogue,
} from './workflows.ts'

const OK = { ok: true } as const

export const consoleRoutes: Binding[] = [
  handle(contract.getToday, (ctx) => getToday(ctx)),

  handle(contract.listPeople, (ctx, { query }) => listPeople(ctx, query)),
  handle(contract.getPerson, (ctx, { params }) => getPerson(ctx, params.id)),
  handle(contract.setRoles, (ctx, { params, body }) => setRoles(ctx, params.id, body.roles)),
  handle(contract.banPerson, async (ctx, { params, body }) => {
    await banPerson(ctx, params.id, body)
    return OK
  }),
  handle(contract.endSessions, (ctx, { params, body }) => endSessions(ctx, params.id, body.note)),
  handle(contract.exportPerson, async (ctx, { params, body, reply }) => {
    await exportPerson(ctx, params.id, body.reason, reply)
    return REPLIED
  }),
  handle(contract.deletePerson, (ctx, { params, body }) => deletePerson(ctx, params.id, body)),

  handle(contract.listWaitlist, (ctx, { query }) => listWaitlist(ctx, query)),
  handle(contract.inviteFromWaitlist, async (ctx, { params, body }) => {
    await inviteFromWaitlist(ctx, params.id, body.again)
    return OK
  }),
  handle(contract.forgetWaiting, async (ctx, { params }) => {
    await forgetWaiting(ctx, params.id)
    return OK
  }),

  handle(contract.listRuns, (ctx, { query }) => listRuns(ctx, query)),
  handle(contract.getRun, (ctx, { params }) => getRun(ctx, params.id)),
  handle(contract.retryRun, (ctx, { params }) => retryRun(ctx, params.id)),
  handle(contract.cancelRun, (ctx, { params }) => cancelRun(ctx, params.id)),

  handle(contract.listAllPayments, (ctx, { query }) => listAllPayments(ctx, query)),
  handle(contract.getPayment, (ctx, { params }) => getPayment(ctx, params.id)),
  handle(contract.refundPayment, (ctx, { params, body }) => refundPayment(ctx, params.id, body)),
  handle(contract.releaseAuthorisation, (ctx, { params, body }) =>
    releaseAuthorisation(ctx, params.id, body.note),
  ),

  handle(booksContract.getBooks, (ctx) => getBooks(ctx)),
  handle(booksContract.compareBooks, async (ctx) => {
    await compareBooks(ctx)
    return OK
  }),
  handle(booksContract.exportTaxReport, async (ctx, { query, reply }) => {
    const csv = await exportTaxReport(ctx, query.quarter)
    await reply
      .header('content-disposition', `attachment; filename="tax-${query.quarter}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv)
    return REPLIED
  }),

  handle(booksContract.getMargins, (ctx, { query }) => getMargins(ctx, query)),
  handle(booksContract.exportMargins, async (ctx, { query, reply }) => {
    const csv = await exportMargins(ctx, query)
    await reply
      .header('content-disposition', `attachment; filename="margins-by-${query.by}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv)
    return REPLIED
  }),

  handle(contract.listAllWorkflows, (ctx, { query }) => listAllWorkflows(ctx, query)),
  handle(contract.pauseWorkflow, async (ctx, { params, body }) => {
    await pauseWorkflow(ctx, params.id, body)
    return OK
  }),
  handle(contract.getFirstCatalogue, (ctx) => getFirstCatalogue(ctx)),
  handle(contract.removeFirstCatalogue, (ctx, { body }) => removeFirstCatalogue(ctx, body.recipes)),
]
