import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../../schema/creations.ts'
import type { MediaRow } from '../../schema/media.ts'
import { workflows } from '../../schema/workflows.ts'
import { type Credentials, findMedia, MANIFEST_HEAD } from '../media/index.ts'
import { filesIn } from '../workflows/index.ts'
import { getRecipeOf } from './job-recipe.ts'
import { retryStorage, type StepRun } from './step.ts'

/** What the manifest of a job's product says; undefined for a product that nobody is given. */
export async function credentialsOf(
  run: StepRun,
  vendorBytes: Buffer,
): Promise<Credentials | undefined> {
  const { ctx, job, step, isOutput } = run
  if (!isOutput) return undefined
  const { name, license } = await getRecipeOf(ctx, job)
  const handle = job.workflowId === null ? null : await handleOf(ctx, job.workflowId)
  return {
    recipe: { name, version: job.workflowVersion, handle, license },
    sourceType: ctx.providers.get(step.provider).sourceType,
    vendorFile: vendorBytes.includes(MANIFEST_HEAD) ? vendorBytes : null,
    madeFrom: await readSigned(run),
  }
}

async function handleOf(ctx: Ctx, workflowId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ handle: workflows.handle })
    .from(workflows)
    .where(eq(workflows.id, workflowId))
  return row?.handle ?? null
}

/** The files with manifests that the run was given: uploads, creations, and the creation that it remixes. */
async function readSigned({ ctx, job, signal }: StepRun): Promise<Credentials['madeFrom']> {
  const given = Object.entries(job.inputs).flatMap(([key, value]) =>
    filesIn(value).map((id) => ({ key, id })),
  )
  const remixed = job.creationId === null ? undefined : await remixedFile(ctx, job.creationId)
  const named = [...given, ...(remixed ? [{ key: 'The creation it began with', id: remixed }] : [])]
  const files = await findMedia(
    ctx,
    named.map(({ id }) => id),
  )
  const made: Credentials['madeFrom'] = []
  for (const { key, id } of named) {
    const file = files.get(id)
    const storageKey = file && signedKeyOf(file)
    if (!storageKey) continue
    const bytes = await retryStorage(ctx, signal, () => ctx.storage.read(storageKey))
    made.push({ title: key, bytes })
  }
  return made
}

/** The bytes for which a file's manifest holds; undefined where it has none. */
function signedKeyOf({ signedBy, asSentKey, storageKey }: MediaRow): string | null {
  return asSentKey ?? (signedBy === null ? null : storageKey)
}

/** The file of the creation that the maker began with, while its maker shows it or owns it too. */
async function remixedFile(ctx: Ctx, creationId: string): Promise<string | undefined> {
  const [own] = await ctx.db
    .select({ madeFrom: creations.madeFrom, ownerId: creations.ownerId })
    .from(creations)
    .where(eq(creations.id, creationId))
  if (!own?.madeFrom) return undefined
  const [row] = await ctx.db
    .select({ mediaId: creations.mediaId, ownerId: creations.ownerId, public: creations.public })
    .from(creations)
    .where(
      and(
        eq(creations.id, own.madeFrom),
        isNull(creations.deletedAt),
        isNull(creations.hiddenAt),
        isNull(creations.proofUntil),
      ),
    )
  if (!row || !(row.public || row.ownerId === own.ownerId)) return undefined
  return row.mediaId ?? undefined
}
