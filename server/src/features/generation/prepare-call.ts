import type { Ctx } from '../../ctx.ts'
import type { MediaInput, StepCall } from '../../providers/generation/spec.ts'
import { findMedia } from '../media/index.ts'
import { type RecipeStep, replaceDeep, replaceReferences } from '../workflows/index.ts'
import { insistOnStore } from './insist-on-store.ts'
import { seedOf } from './rules.ts'
import type { JobRow, JobStepRow } from './tables.ts'

/** The step as its provider gets it: references replaced once, media readable. */
export async function prepareCall(
  ctx: Ctx,
  job: JobRow,
  step: RecipeStep,
  rows: readonly JobStepRow[],
  signal: AbortSignal,
): Promise<StepCall> {
  const textOf = (name: string) => {
    const value = job.inputs[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const mediaIdOf = (name: string | null): string | undefined => {
    if (name === null) return undefined
    const made = rows.find((row) => row.stepId === name)?.mediaId
    if (made) return made
    const given = job.inputs[name]
    return given && typeof given === 'object' && 'id' in given ? given.id : undefined
  }
  const names = [step.firstImage, step.lastImage, ...step.videos].map(mediaIdOf)
  const files = await findMedia(
    ctx,
    names.filter((id) => id !== undefined),
  )
  const open = (id: string | undefined): MediaInput | undefined => {
    const row = id === undefined ? undefined : files.get(id)
    if (!row || row.kind === 'audio') return undefined
    return {
      kind: row.kind,
      contentType: row.contentType,
      bytes: () => insistOnStore(signal, () => ctx.storage.read(row.storageKey)),
    }
  }
  const firstImage = open(names[0])
  const lastImage = open(names[1])
  return {
    functionType: step.functionType,
    ...(step.model ? { model: step.model } : {}),
    ...(step.prompt ? { prompt: replaceReferences(step.prompt, textOf) } : {}),
    params: numbersRestored(step.params, replaceDeep(step.params, textOf)) as Record<
      string,
      unknown
    >,
    ...(firstImage ? { firstImage } : {}),
    ...(lastImage ? { lastImage } : {}),
    videos: names.slice(2).flatMap((id) => open(id) ?? []),
    idempotencyKey: `${job.id}:${step.id}`,
    seed: seedOf(job.id, step.id),
  }
}

const WHOLE = /^\{\{[^{}]+\}\}$/

/** A parameter that was nothing but a reference takes a number where a number came in. */
function numbersRestored(written: unknown, replaced: unknown): unknown {
  if (typeof written === 'string' && WHOLE.test(written) && typeof replaced === 'string') {
    return replaced.trim() !== '' && Number.isFinite(Number(replaced)) ? Number(replaced) : replaced
  }
  if (Array.isArray(written) && Array.isArray(replaced)) {
    return replaced.map((item, at) => numbersRestored(written[at], item))
  }
  if (written && typeof written === 'object' && replaced && typeof replaced === 'object') {
    return Object.fromEntries(
      Object.entries(replaced).map(([key, item]) => [
        key,
        numbersRestored((written as Record<string, unknown>)[key], item),
      ]),
    )
  }
  return replaced
}
