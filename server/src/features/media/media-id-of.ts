import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import type { Ctx } from '../../ctx.ts'
import { ownPathOf } from './own-path-of.ts'

const PATH = /^\/media\/([^/]+)\//

/** The media id within an id or an address of this site; foreign addresses are never fetched. */
export function mediaIdOf(ctx: Pick<Ctx, 'origin'>, reference: string): string | undefined {
  const id = UUID_PATTERN.test(reference)
    ? reference
    : PATH.exec(ownPathOf(ctx, reference) ?? '')?.[1]
  return id && UUID_PATTERN.test(id) ? id : undefined
}
