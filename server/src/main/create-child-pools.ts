import { availableParallelism } from 'node:os'
import type { Ctx } from '../ctx.ts'
import { createChildPool } from '../platform/children/pool.ts'

/** Concurrent checks of uploads of one client network; one more slot of the pool stays free for other networks. */
const CHECKS_PER_NETWORK = 2
/** An idle child holds 250 MB; each huge picture leaves some 50 MB more. */
const KEPT_MEMORY_MB = 400

const module = new URL('./child.ts', import.meta.url)

/** The pools for untrusted bytes: one for jobs, one for the checks of uploads. */
export function createChildPools(): Pick<Ctx, 'children' | 'uploadChildren'> {
  return {
    children: createChildPool({ module, keptMemoryMb: KEPT_MEMORY_MB }),
    uploadChildren: createChildPool({
      module,
      size: Math.max(CHECKS_PER_NETWORK + 1, availableParallelism()),
      mostPerTurn: CHECKS_PER_NETWORK,
      keptMemoryMb: KEPT_MEMORY_MB,
    }),
  }
}
