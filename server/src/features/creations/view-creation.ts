import { createHash } from 'node:crypto'
import type { CreationItem, CreationView, UserInputs } from '@vignette/contract/creations.ts'
import type { MediaView } from '@vignette/contract/entities.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Ctx, readAll } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type CreationRow, creationFiles, creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { principals } from '../../schema/identity.ts'
import { type MediaRow } from '../../schema/media.ts'
import { findPrincipals, publicHandle } from '../identity/index.ts'
import { addressOf, findMedia, viewMediaOf } from '../media/index.ts'
import {
  filesIn,
  getVersion,
  launchOf,
  measuredOf,
  type Recipe,
  readInputWords,
} from '../workflows/index.ts'
import { isShown, secretLinkOf } from './creation.ts'
import { linkKey } from './link-keys.ts'
import { listShownFiles } from './part.ts'
import { isDrawing, listProofs } from './proof.ts'

/** Functions whose picture depends on the seed; all other functions give the same result each time. */
const DRAWN_ANEW = 'text_to_image'

export async function viewCreation(
  ctx: Ctx,
  row: CreationRow,
  { key, drawing }: { key?: string | undefined; drawing?: string | undefined } = {},
): Promise<CreationView> {
  const isOwner = ctx.caller.principal?.id === row.ownerId
  const shown = await listShownFiles(ctx, row)
  const [{ row: workflow, version }, authors, media, [beside, inputs], proof] = await readAll(ctx, [
    () => getVersion(ctx, row.workflowId, row.workflowVersion),
    () => findPrincipals(ctx, [row.ownerId]),
    () => viewMediaOf(ctx, shown, row.public || isOwner ? undefined : key),
    () => viewBeside(ctx, row, isOwner),
    () => viewProof(ctx, row, isOwner),
  ])
  const author = authors.get(row.ownerId)
  const [firstId = '', ...others] = shown
  const first = media.get(firstId)
  const further = others.flatMap((id) => media.get(id) ?? [])
  return {
    ...itemOf(row, first, author ? publicHandle(author) : 'guest'),
    images: [first, ...further].flatMap((file) => (file?.kind === 'image' ? [file.url] : [])),
    ...(further.length > 0 && { further_files: further }),
    workflow_version: row.workflowVersion,
    workflow: {
      id: workflow.id,
      name: version.recipe.name,
      creator_handle: workflow.handle,
      price: launchOf(ctx, workflow)?.price ?? workflow.price,
      license: version.license,
      steps: version.recipe.steps.length,
      inputs: version.recipe.inputs.length,
      generation_time: version.recipe.generationTime,
      ...(version.version === workflow.version && measuredOf(workflow)),
      available: workflow.deletedAt === null && workflow.hiddenAt === null,
      varies: findDrawn(version.recipe).length > 0,
      asks: version.recipe.inputs.map((input) => ({
        key: input.key,
        title: input.display_name || input.name || input.key,
        words: rulesOf(input).brings === 'text',
        options: input.options,
        ...(input.look ? { look: input.look, min: input.min, max: input.max } : {}),
      })),
    },
    proof: proof && {
      ...proof,
      draws: version.recipe.proof?.draws ?? 1,
      price: row.proofPrice ?? version.price,
    },
    user_inputs: inputs,
    share_inputs: row.shareInputs,
    user_id: row.ownerId,
    is_owner: isOwner,
    made_from: viewOrigin(ctx, beside),
    remixes: beside.remixes,
    ...(isOwner ? leftOut(ctx, version.recipe, row) : {}),
    ...(isOwner ? await findSeed(ctx, version.recipe, { creationId: row.id, drawing }) : {}),
    secret_link: isOwner && linkKey(ctx, row) ? secretLinkOf(ctx, row) : null,
  }
}

/** The newest proof of a payment says until when and how often more of them may be drawn. */
async function viewProof(ctx: Ctx, row: CreationRow, isOwner: boolean) {
  if (!row.proofUntil) return null
  const waiting = isOwner ? await listProofs(ctx, row.id) : []
  const newest = waiting.at(-1) ?? row
  const [whole, media, drawing] = await readAll(ctx, [
    () => findMedia(ctx, row.wholeMediaId ? [row.wholeMediaId] : []),
    () =>
      viewMediaOf(
        ctx,
        waiting.map((proof) => proof.mediaId),
      ),
    () => isOwner && isDrawing(ctx, row.id),
  ])
  return {
    expires_at: (newest.proofUntil ?? row.proofUntil).toISOString(),
    draws_left: newest.drawsLeft ?? 0,
    beside: waiting.map(({ id, mediaId }) => ({ id, media: media.get(mediaId) ?? null })),
    drawing,
    whole: viewSize(whole.get(row.wholeMediaId ?? '')),
  }
}

function viewSize(file: MediaRow | undefined) {
  if (!file?.width || !file.height) return null
  const seconds = file.durationMs === null ? null : file.durationMs / 1000
  return { width: file.width, height: file.height, seconds }
}

/** Absent where no step drew from words on this server. */
function leftOut(ctx: Ctx, recipe: Recipe, row: CreationRow): { left_out?: string[] } {
  const read = Object.values(readInputWords(ctx, recipe, row.inputs))
  if (read.length === 0) return {}
  return { left_out: [...new Set(read.flatMap(({ missing }) => missing))] }
}

export function itemOf(
  row: CreationRow,
  media: MediaView | undefined,
  authorHandle: string,
): CreationItem {
  const url = media?.url ?? null
  return {
    id: row.id,
    workflow_id: row.workflowId,
    video: media?.kind === 'video' ? url : null,
    image: media?.kind === 'image' ? url : null,
    images: media?.kind === 'image' && url ? [url] : [],
    media: media ?? null,
    ...(row.fileCount > 1 && { file_count: row.fileCount }),
    created_at: (row.deliveredAt ?? row.createdAt).toISOString(),
    public: row.public,
    author_handle: authorHandle,
  }
}

async function viewBeside(ctx: Ctx, row: CreationRow, isOwner: boolean) {
  const beside = await readBeside(ctx, row.id)
  return [beside, await viewInputs(ctx, row, isOwner, beside)] as const
}

/** What a creation was made from, as far as the caller may see that. */
function viewOrigin(ctx: Ctx, { origin }: Beside): CreationView['made_from'] {
  if (!origin) return null
  const isOwner = origin.row.ownerId === ctx.caller.principal?.id
  return isOwner || isShown(origin.row)
    ? { id: origin.row.id, author_handle: publicHandle(origin.author), is_owner: isOwner }
    : null
}

/** The public sees the texts; input files only where the owner shares them. */
export async function viewInputs(
  ctx: Ctx,
  row: CreationRow,
  isOwner: boolean,
  { files }: Pick<Beside, 'files'>,
): Promise<Record<string, unknown>> {
  const texts: UserInputs = { ...row.inputs }
  for (const { inputKey } of files) delete texts[inputKey]
  if (files.length === 0 || (!isOwner && !row.shareInputs)) return texts
  const media = await findMedia(
    ctx,
    files.map((file) => file.mediaId),
  )
  const shown: Record<string, unknown> = { ...texts }
  for (const { inputKey } of files) {
    const value = row.inputs[inputKey]
    const given = filesIn(value).flatMap((id) => {
      const file = media.get(id)
      return file ? { id: file.id, url: addressOf(file), kind: file.kind } : []
    })
    if (given.length > 0) shown[inputKey] = Array.isArray(value) ? given : given[0]
  }
  return shown
}

/** The steps whose picture is different in each run; a step whose seed the recipe or an input fixes is not among them. */
function findDrawn({ steps }: Recipe): Recipe['steps'] {
  return steps.filter(
    ({ functionType, params }) => functionType === DRAWN_ANEW && (params['seed'] ?? null) === null,
  )
}

/** The seed of a run, where one step alone draws and its function takes a seed. */
async function findSeed(
  ctx: Ctx,
  recipe: Recipe,
  run: { creationId: string; drawing: string | undefined },
): Promise<{ seed?: number }> {
  const [step, ...others] = findDrawn(recipe)
  if (!step || others.length > 0) return {}
  const params = ctx.providers.findFunction(step.provider, step.functionType)?.params
  if (!(params instanceof z.ZodObject) || !('seed' in params.shape)) return {}
  const drawnFrom = run.drawing ?? (await findDrawing(ctx, run.creationId))
  return drawnFrom === undefined ? {} : { seed: seedOf(drawnFrom, step.id) }
}

async function findDrawing(ctx: Ctx, creationId: string): Promise<string | undefined> {
  const [run] = await ctx.db
    .select({ id: jobs.id, seedJobId: jobs.seedJobId })
    .from(jobs)
    .where(eq(jobs.creationId, creationId))
  return run?.seedJobId ?? run?.id
}

/** The same seed for every try of a step, so that a retry makes the same picture. */
export function seedOf(drawing: string, stepId: string): number {
  return createHash('sha256').update(`${drawing}:${stepId}`).digest().readUInt32BE(0) >>> 1
}

const origins = alias(creations, 'origins')

/** Repeats the condition of the index `creations_made_from`, so that PostgreSQL uses the index. */
const remixes = sql<number>`(select count(*)::int from ${creations} remix
  where remix.made_from = ${sql.placeholder('id')} and remix.made_from is not null and remix.public
    and remix.delivered_at is not null and remix.deleted_at is null and remix.hidden_at is null)`

const besideOf = prepared((db) =>
  db
    .select({ file: creationFiles, origin: origins, author: principals, remixes })
    .from(creations)
    .leftJoin(creationFiles, eq(creationFiles.creationId, creations.id))
    .leftJoin(
      origins,
      and(
        eq(origins.id, creations.madeFrom),
        isNotNull(origins.deliveredAt),
        isNull(origins.deletedAt),
      ),
    )
    .leftJoin(principals, eq(principals.id, origins.ownerId))
    .where(eq(creations.id, sql.placeholder('id'))),
)

/** Reads in one query what a creation's page shows besides the creation's row: input files and lineage. */
export async function readBeside(ctx: Ctx, id: string) {
  const rows = await besideOf(ctx.db).execute({ id })
  const [first] = rows
  return {
    files: rows.flatMap(({ file }) => file ?? []),
    origin: first?.origin && first.author ? { row: first.origin, author: first.author } : null,
    remixes: first?.remixes ?? 0,
  }
}

type Beside = Awaited<ReturnType<typeof readBeside>>
