import * as contract from '@vignette/contract/settings.ts'
import { type Binding, handle } from '../../handle.ts'
import { getSettings } from './setting.ts'
import { updateSettings } from './update-settings.ts'

export const settingsRoutes: Binding[] = [
  handle(contract.getSettings, (ctx) => getSettings(ctx)),
  handle(contract.updateSettings, (ctx, { body }) => updateSettings(ctx, body)),
]
