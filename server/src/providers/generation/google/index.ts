import { z } from 'zod'
import { withKey } from '../ai-sdk-kit/vendor-options.ts'
import { defineVendor } from '../vendor.ts'

export const google = defineVendor({
  id: 'google',
  env: { GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional() },
  billsInDollars: ({ GOOGLE_GENERATIVE_AI_API_KEY }) => Boolean(GOOGLE_GENERATIVE_AI_API_KEY),
  async create(env) {
    const { createGoogleProvider } = await import('./create-google-provider.ts')
    return createGoogleProvider(withKey(env.GOOGLE_GENERATIVE_AI_API_KEY))
  },
})
