import type { CaseView } from '@vignette/contract/cases.ts'
import type { CreationItem } from '@vignette/contract/creations.ts'
import { labelOfValue } from '@vignette/contract/labels.ts'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { type Ctx, readAll } from '../../ctx.ts'
import { type CreationRow, creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { payments } from '../../schema/payments.ts'
import { workflows } from '../../schema/workflows.ts'
import { findPrincipals, publicHandle } from '../identity/index.ts'
import { viewMediaOf } from '../media/index.ts'
import { getVersion } from '../workflows/index.ts'
import { listShownFiles } from './part.ts'
import { itemOf, readBeside, viewInputs } from './view-creation.ts'

/** Views many creations with as many queries as one. */
export async function viewItems(ctx: Ctx, rows: readonly CreationRow[]): Promise<CreationItem[]> {
  const [authors, media, ends] = await Promise.all([
    findPrincipals(
      ctx,
      rows.map((row) => row.ownerId),
    ),
    viewMediaOf(
      ctx,
      rows.map((row) => row.mediaId),
    ),
    findProofEnds(
      ctx,
      rows.filter((row) => row.proofUntil !== null).map((row) => row.id),
    ),
  ])
  return rows.map((row) => {
    const author = authors.get(row.ownerId)
    const until = ends.get(row.id) ?? row.proofUntil
    return {
      ...itemOf(row, media.get(row.mediaId ?? ''), author ? publicHandle(author) : 'guest'),
      ...(until && { proof_until: until.toISOString() }),
    }
  })
}

/** Until when these proofs wait: the newest of a payment moves the end for all. */
async function findProofEnds(ctx: Ctx, ids: string[]): Promise<Map<string, Date | null>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: jobs.creationId, until: payments.decideBy })
    .from(jobs)
    .innerJoin(payments, eq(payments.id, jobs.paymentId))
    .where(inArray(jobs.creationId, ids))
  return new Map(rows.map(({ id, until }) => [id ?? '', until]))
}

export interface NamedItems {
  items: (CreationItem & { workflow_name: string })[]
  nextOffset: number | null
  next_cursor: string | null
}

export async function viewNamed(
  ctx: Ctx,
  rows: readonly CreationRow[],
): Promise<NamedItems['items']> {
  const [names, items] = await Promise.all([
    namesOf(
      ctx,
      rows.map((row) => row.workflowId),
    ),
    viewItems(ctx, rows),
  ])
  return items.map((item) => ({ ...item, workflow_name: names.get(item.workflow_id) ?? '' }))
}

/** Without the names of recipes that an admin hid, which may be what they were hidden for. */
async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(and(inArray(workflows.id, [...new Set(ids)]), isNull(workflows.hiddenAt)))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The file and all inputs of a creation, for a person to whom the creation's owner shows both. */
export async function viewShared(ctx: Ctx, creationId: string): Promise<CaseView['creation']> {
  const [row] = await ctx.db
    .select()
    .from(creations)
    .where(
      and(
        eq(creations.id, creationId),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
        isNull(creations.hiddenAt),
      ),
    )
  if (!row) return null
  const shown = await listShownFiles(ctx, row)
  const [media, given, { version }] = await readAll(ctx, [
    () => viewMediaOf(ctx, shown),
    async () => viewInputs(ctx, row, true, await readBeside(ctx, row.id)),
    () => getVersion(ctx, row.workflowId, row.workflowVersion),
  ])
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  const asked = version.recipe.inputs.filter(({ key }) => isGiven(given[key]))
  return {
    media: media.get(row.mediaId ?? '') ?? null,
    further_files: shown.slice(1).flatMap((id) => media.get(id) ?? []),
    user_inputs: given,
    inputs: asked.map((input) => ({
      key: input.key,
      label: input.display_name,
      value: labelOfValue(input, given[input.key]),
    })),
  }
}
