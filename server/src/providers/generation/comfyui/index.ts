import { defineVendor } from '../vendor.ts'
import { comfyServers } from './servers.ts'

export const comfyui = defineVendor({
  id: 'comfyui',
  env: { COMFYUI_URL: comfyServers.optional() },
  async create({ COMFYUI_URL = [] }, parts) {
    const { createComfyUiProvider } = await import('./create-comfyui-provider.ts')
    return createComfyUiProvider({ servers: COMFYUI_URL, ownServers: parts?.ownServers })
  },
  listFileHosts: ({ COMFYUI_URL = [] }) => COMFYUI_URL.map((server) => server.url),
})
