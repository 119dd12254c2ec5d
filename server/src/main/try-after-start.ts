import type { Ctx } from '../ctx.ts'
import { outsideParts } from './outside-parts.ts'
import { tryDependency } from './try-dependency.ts'

/** Tries what this process needs, once and beside its work; each failure is a line of the log. */
export async function tryAfterStart(ctx: Ctx, ended: AbortSignal): Promise<void> {
  const { config, log } = ctx
  const { store, mail, issuer } = outsideParts({ ...ctx, openStorage: async () => ctx.storage })
  const needed = [
    ...(config.S3_BUCKET ? [store] : []),
    // Workers alone send letters, and web processes alone sign people in.
    ...(config.ROLE === 'web' ? [] : [mail]),
    ...(config.ROLE === 'worker' ? [] : [issuer]),
  ]
  await Promise.all(
    needed.map(async (dependency) => {
      const { name, state, sentence } = await tryDependency(dependency)
      if (state === 'failed' && !ended.aborted) log.warn({ dependency: name }, sentence)
    }),
  )
}
