import { createChildPool } from '../../../platform/children/pool.ts'
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
    return createLocalProvider({
      studio: await loadStudio(),
      // The lowest priority, so that short work and the handling of its product run before films.
      children: createChildPool({ module: localChildModule, niceness: 15 }),
      forShort: createChildPool({ module: localChildModule, size: 1 }),
    })
  },
})
