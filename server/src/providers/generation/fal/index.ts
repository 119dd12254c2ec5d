import { z } from 'zod'
import { url } from '../../../platform/env-types.ts'
import { withKey } from '../ai-sdk-kit/vendor-options.ts'
import { defineVendor } from '../vendor.ts'
import { FAL_FILES, type FalOptions } from './endpoints.ts'

export const fal = defineVendor({
  id: 'fal',
  env: { FAL_KEY: z.string().optional(), FAL_API_URL: url.optional() },
  billsInDollars: ({ FAL_KEY }) => Boolean(FAL_KEY),
  async create({ FAL_KEY, FAL_API_URL }) {
    const { createFalProvider } = await import('./create-fal-provider.ts')
    return createFalProvider({ ...withKey(FAL_KEY), ...at(FAL_API_URL) })
  },
  listFileHosts: ({ FAL_API_URL }) => [FAL_API_URL],
})

function at(address: string | undefined): Omit<FalOptions, 'apiKey'> {
  if (!address) return {}
  return { baseUrl: address, queueUrl: address, files: [{ from: FAL_FILES, to: address }] }
}
