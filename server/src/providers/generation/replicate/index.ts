import { z } from 'zod'
import { withKey } from '../ai-sdk-kit/vendor-options.ts'
import { defineVendor } from '../vendor.ts'

export const replicate = defineVendor({
  id: 'replicate',
  env: { REPLICATE_API_TOKEN: z.string().optional() },
  billsInDollars: ({ REPLICATE_API_TOKEN }) => Boolean(REPLICATE_API_TOKEN),
  async create(env) {
    const { createReplicateProvider } = await import('./create-replicate-provider.ts')
    return createReplicateProvider(withKey(env.REPLICATE_API_TOKEN))
  },
})
