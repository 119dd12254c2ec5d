import { asc, eq, sql } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { invoices, statements } from '../../schema/payouts.ts'
import { identityPorts } from '../identity/index.ts'
import { describeLeft } from './leaving.ts'
import { findPaperName } from './paper-name.ts'
import { viewStatement } from './statement.ts'

export const payoutAnswers: Handling[] = [identityPorts.leftBehind.answer(describeLeft)]

/** Only accounts have statements, and a deleted account's stay for the legal period. */
export const statementAnswers: Handling[] = [
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(statements)
      .where(eq(statements.principalId, principalId))
      .orderBy(asc(statements.id))
    const party = await findPaperName(tx, principalId)
    const bought = await tx.db
      .select()
      .from(invoices)
      .where(
        sql`${invoices.paymentId} in (select id from payments where buyer_id = ${principalId})`,
      )
      .orderBy(asc(invoices.id))
    const files = [
      ['statements.json', rows.map((row) => ({ book: row.book, ...viewStatement(row) }))],
      ['invoices.json', bought.map(({ workflowName: recipe, ...row }) => ({ ...row, recipe }))],
    ] as const
    return [
      ...(party
        ? [{ name: 'paper-name.json', content: `${JSON.stringify(party, null, 2)}\n` }]
        : []),
      ...files.flatMap(([name, list]) =>
        list.length === 0 ? [] : [{ name, content: `${JSON.stringify(list, null, 2)}\n` }],
      ),
      ...rows.map(({ number, csv }) => ({ name: `statements/${number}.csv`, content: csv })),
    ]
  }),
]
