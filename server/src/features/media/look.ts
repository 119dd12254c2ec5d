import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../ctx.ts'
import type { ChildTask } from '../../main/child.ts'
import type { ChildPool } from '../../platform/children/pool.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Look, LooksRequest } from './child/messages.ts'
import { mediaPorts } from './ports.ts'

const LIMIT_MS = 30_000

interface ReadLooks {
  turned: boolean
  signal?: AbortSignal | undefined
}

/** By what a stored picture is known again; `turned`, also mirrored, turned and cut. */
export function readLooks(
  { children }: Pick<Ctx, 'children'>,
  bytes: Uint8Array,
  { turned, signal }: ReadLooks,
): Promise<Look[]> {
  const request: LooksRequest = { bytes, maxPixels: MAX_IMAGE_PIXELS, turned }
  const options = { timeoutMs: LIMIT_MS, ...(signal ? { signal } : {}) }
  return children.run<Look[]>('hashLooks', request, options)
}

/** Asked of each picture before it is kept or delivered: what was taken down does not come back. */
export async function refuseKnown(
  ctx: Ctx,
  bytes: Uint8Array,
  { refusal, ...how }: { refusal: string; signal?: AbortSignal; children?: ChildPool<ChildTask> },
): Promise<void> {
  const { children = ctx.children, signal } = how
  const look = async () => (await readLooks({ children }, bytes, { turned: false, signal }))[0]
  if ((await mediaPorts.matchKnown.ask(ctx, { look })) === 'allow') return
  throw new AppError('content_refused', refusal)
}
