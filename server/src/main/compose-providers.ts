import type { Ctx } from '../ctx.ts'
import { fitChildren } from '../platform/children/fit-children.ts'
import { createChildPool, KEPT_MEMORY_MB } from '../platform/children/pool.ts'

/** Concurrent checks of uploads of one client network; where memory allows, one more slot of the pool stays free for other networks. */
const CHECKS_PER_NETWORK = 2

const module = new URL('./child.ts', import.meta.url)

/** The pools for untrusted bytes: one for jobs, one for the checks of uploads. */
export function createChildPools(): Pick<Ctx, 'children' | 'uploadChildren'> {
  const { products, uploads } = fitChildren()
  return {
    children: createChildPool({ module, size: products, keptMemoryMb: KEPT_MEMORY_MB }),
    uploadChildren: createChildPool({
      module,
      size: uploads,
      mostPerTurn: Math.min(CHECKS_PER_NETWORK, Math.max(1, uploads - 1)),
      keptMemoryMb: KEPT_MEMORY_MB,
    }),
  }
}
