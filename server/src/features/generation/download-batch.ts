import { rulesOf } from '@vignette/contract/input-types.ts'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { writeZip, type ZipEntry } from '../../platform/http/write-zip.ts'
import { formatCsv } from '../../platform/text-table.ts'
import type { MediaRow } from '../../schema/media.ts'
import { listShownFiles } from '../creations/index.ts'
import { findMedia } from '../media/index.ts'
import { filesIn, getRecipe, type Recipe } from '../workflows/index.ts'
import { getOwnBatch, listRows, type MadeRow } from './batch.ts'

/** What was delivered, each file named by its row, and a table of all rows. */
export async function downloadBatch(ctx: Ctx, id: string, reply: FastifyReply): Promise<void> {
  const batch = await getOwnBatch(ctx, id)
  const { inputs } = await getRecipe(ctx, batch.workflowId, batch.workflowVersion)
  const entries: ZipEntry[] = []
  const table = [['row', ...inputs.map(({ key }) => key), 'state', 'file', 'address', 'reason']]
  for (const row of await withFiles(ctx, await listRows(ctx, batch))) {
    const { job, creation } = row
    const files = nameRow(ctx, row, inputs)
    entries.push(...files)
    table.push([
      String(job.batchRow),
      ...inputs.map(({ key }) => textOf(job.inputs[key])),
      stateOf(row),
      files.map(({ name }) => name).join(' '),
      creation ? `${ctx.origin}/creations/${creation.id}` : '',
      job.errorMessage ?? '',
    ])
  }
  entries.push({ name: 'table.csv', content: formatCsv(table) })
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="batch-${batch.id}.zip"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  const isHead = reply.request.method === 'HEAD'
  await reply.send(isHead ? undefined : writeZip(entries, batch.createdAt))
}

type RowFiles = MadeRow & { files: MediaRow[] }

async function withFiles(ctx: Ctx, rows: readonly MadeRow[]): Promise<RowFiles[]> {
  const shown: string[][] = []
  for (const { creation } of rows) shown.push(creation ? await listShownFiles(ctx, creation) : [])
  const found = await findMedia(ctx, shown.flat())
  return rows.map((row, at) => ({
    ...row,
    files: (shown[at] ?? []).flatMap((id) => found.get(id) ?? []),
  }))
}

function nameRow(ctx: Ctx, { job, files }: RowFiles, inputs: Recipe['inputs']): ZipEntry[] {
  const row = String(job.batchRow).padStart(3, '0')
  const name = [row, wordsOf(job.inputs, inputs)].filter(Boolean).join('-')
  return files.map(({ extension, storageKey }, at) => ({
    name: `${name}${files.length > 1 ? `-${at + 1}` : ''}.${extension}`,
    open: () => ctx.storage.open(storageKey),
  }))
}

/** The first words that the row typed, as far as every file system takes them. */
function wordsOf(given: MadeRow['job']['inputs'], inputs: Recipe['inputs']): string {
  const typed = inputs.find((input) => rulesOf(input).isTyped && textOf(given[input.key]) !== '')
  return textOf(given[typed?.key ?? ''])
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
}

/** Files are named by their ids. */
function textOf(value: MadeRow['job']['inputs'][string] | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? filesIn(value).join(' ') : String(value)
}

function stateOf({ job, creation }: MadeRow): string {
  if (job.status === 'COMPLETED') return creation ? 'delivered' : 'deleted'
  if (job.status === 'FAILED') return 'failed'
  return job.status === 'CANCELLED' ? 'cancelled' : 'waiting'
}
