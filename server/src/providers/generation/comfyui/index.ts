import { url } from '../../../platform/env-types.ts'
import { defineVendor } from '../vendor.ts'

export const comfyui = defineVendor({
  id: 'comfyui',
  env: { COMFYUI_URL: url.optional() },
  async create({ COMFYUI_URL }) {
    const { createComfyUiProvider } = await import('./create-comfyui-provider.ts')
    return createComfyUiProvider(COMFYUI_URL ? { baseUrl: COMFYUI_URL } : {})
  },
  listFileHosts: ({ COMFYUI_URL }) => [COMFYUI_URL],
})
