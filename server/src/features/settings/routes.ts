import * as app from '@vignette/contract/app.ts'
import * as contract from '@vignette/contract/settings.ts'
import { type Binding, handle } from '../../handle.ts'
import { getLegalText } from './legal-text.ts'
import { finishSetUp, readSetUp, testSetUp } from './set-up.ts'
import { getSettings } from './setting.ts'
import { testSettings } from './test-settings.ts'
import { updateSettings } from './update-settings.ts'

export const settingsRoutes: Binding[] = [
  handle(app.getLegalText, (ctx, { params, query }) => getLegalText(ctx, { ...params, ...query })),
  handle(contract.getSettings, (ctx) => getSettings(ctx)),
  handle(contract.updateSettings, (ctx, { body }) => updateSettings(ctx, body)),
  handle(contract.testSettings, (ctx, { body }) => testSettings(ctx, body)),
  handle(contract.readSetUp, (ctx, { body }) => readSetUp(ctx, body.code)),
  handle(contract.testSetUp, (ctx, { body }) => testSetUp(ctx, body)),
  handle(contract.finishSetUp, async (ctx, { body }) => {
    await finishSetUp(ctx, body)
    return { ok: true } as const
  }),
]
