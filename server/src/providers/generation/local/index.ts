import { fitChildren } from '../../../platform/children/fit-children.ts'
import { createChildPool, KEPT_MEMORY_MB } from '../../../platform/children/pool.ts'
import { flag } from '../../../platform/env-types.ts'
import { defineVendor } from '../vendor.ts'

export const local = defineVendor({
  id: 'local',
  env: { LOCAL: flag.default(true) },
  async create({ LOCAL }) {
    const { createAbsentLocalProvider, createLocalProvider, localChildModule } = await import(
      './create-local-provider.ts'
    )
    if (!LOCAL) return createAbsentLocalProvider()
    const { loadStudio } = await import('./load-studio.ts')
    const { drawing, drawingShort } = fitChildren()
    const common = { module: localChildModule, keptMemoryMb: KEPT_MEMORY_MB }
    return createLocalProvider({
      studio: await loadStudio(),
      // The lowest priority, so that short work and the handling of its product run before films.
      children: createChildPool({ ...common, size: drawing, niceness: 15 }),
      forShort: drawingShort > 0 ? createChildPool({ ...common, size: drawingShort }) : undefined,
    })
  },
})
