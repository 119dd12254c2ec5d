import type { Feature } from '../../feature.ts'
import { comfyServerRoutes } from './routes.ts'

export const comfyServers: Feature = { name: 'comfy-servers', routes: comfyServerRoutes }
