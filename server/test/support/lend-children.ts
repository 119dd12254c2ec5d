import type { Ctx } from '../../src/ctx.ts'
import { createChildPools } from '../../src/main/compose-providers.ts'
import { ChildError } from '../../src/platform/children/messages.ts'

type Pools = Pick<Ctx, 'children' | 'uploadChildren'>

/** Shared by the apps of a test worker, since a child takes a core second to start and load a model. */
let shared: Pools | undefined

/** The shared pools for one app, which rejects the app's own tasks on close, as a real pool does. */
export function lendChildren(): { pools: Pools; close(): void } {
  shared ??= createChildPools()
  const end = new AbortController()
  const lend = (pool: Ctx['children']): Ctx['children'] => ({
    ...pool,
    run: async (task, payload, options = {}) => {
      const signal = AbortSignal.any([end.signal, ...(options.signal ? [options.signal] : [])])
      try {
        return await pool.run(task, payload, { ...options, signal })
      } catch (error) {
        if (!end.signal.aborted) throw error
        throw new ChildError('closed', 'pool_closed', 'the pool is closed', error)
      }
    },
    inTurn: (turn) => lend(pool.inTurn(turn)),
    close: async () => end.abort(),
  })
  return {
    pools: { children: lend(shared.children), uploadChildren: lend(shared.uploadChildren) },
    close: () => end.abort(),
  }
}
