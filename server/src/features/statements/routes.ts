import * as contract from '@vignette/contract/statements.ts'
import type { FastifyReply } from 'fastify'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { exportStatement } from './export-statement.ts'
import { getPaperName } from './get-paper-name.ts'
import { getStatement } from './get-statement.ts'
import { listStatements } from './list-statements.ts'
import { openInvoice } from './open-invoice.ts'
import { openSignedInvoice } from './open-signed-invoice.ts'
import { printInvoice } from './print-invoice.ts'
import { printStatement } from './print-statement.ts'
import { PAPER_CSP } from './render-paper.ts'
import { updatePaperName } from './update-paper-name.ts'

async function sendPage(reply: FastifyReply, html: string): Promise<typeof REPLIED> {
  await reply
    .header('content-security-policy', PAPER_CSP)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
  return REPLIED
}

export const statementRoutes: Binding[] = [
  handle(contract.getPaperName, (ctx) => getPaperName(ctx)),
  handle(contract.updatePaperName, (ctx, { body }) => updatePaperName(ctx, body)),
  handle(contract.listStatements, (ctx, { query }) => listStatements(ctx, query)),
  handle(contract.getStatement, (ctx, { params }) => getStatement(ctx, params.number)),
  handle(contract.exportStatement, async (ctx, { params, reply }) => {
    const csv = await exportStatement(ctx, params.number)
    await reply
      .header('content-disposition', `attachment; filename="${params.number}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(csv)
    return REPLIED
  }),
  handle(contract.printStatement, async (ctx, { params, reply }) =>
    sendPage(reply, await printStatement(ctx, params.number)),
  ),
  handle(contract.openInvoice, (ctx, { params, body }) => openInvoice(ctx, params.id, body)),
  handle(contract.openSignedInvoice, (ctx, { body }) => openSignedInvoice(ctx, body)),
  handle(contract.printInvoice, async (ctx, { params, reply }) =>
    sendPage(reply, await printInvoice(ctx, params.token)),
  ),
]
