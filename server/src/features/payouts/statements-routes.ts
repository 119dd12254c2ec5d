import * as contract from '@vignette/contract/statements.ts'
import type { FastifyReply } from 'fastify'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { openInvoice, openSignedInvoice } from './invoice.ts'
import { getPaperName, updatePaperName } from './paper-name.ts'
import { printInvoice } from './print-invoice.ts'
import { PAPER_CSP } from './render-paper.ts'
import { exportStatement, getStatement, listStatements, printStatement } from './statement.ts'

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
