import { z } from 'zod'
import { withKey } from '../ai-sdk-kit/vendor-options.ts'
import { defineVendor } from '../vendor.ts'

export const openai = defineVendor({
  id: 'openai',
  env: { OPENAI_API_KEY: z.string().optional() },
  billsInDollars: ({ OPENAI_API_KEY }) => Boolean(OPENAI_API_KEY),
  async create(env) {
    const { createOpenAIProvider } = await import('./create-openai-provider.ts')
    return createOpenAIProvider(withKey(env.OPENAI_API_KEY))
  },
})
