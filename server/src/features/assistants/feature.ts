import type { Feature } from '../../feature.ts'
import { mountMcp } from './mount-mcp.ts'

export const assistants: Feature = { name: 'assistants', mount: mountMcp }
