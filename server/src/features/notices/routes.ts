import * as contract from '@vignette/contract/notices.ts'
import { type Binding, handle } from '../../handle.ts'
import { DONE } from '../../platform/http/define-api.ts'
import { getLetterSettings, updateLetterSettings } from './letter-settings.ts'
import { listNotices, readNotices } from './notice.ts'
import { unsubscribe } from './unsubscribe.ts'

export const noticeRoutes: Binding[] = [
  handle(contract.listNotices, (ctx, { query }) => listNotices(ctx, query)),
  handle(contract.readNotices, async (ctx, { body }) => {
    await readNotices(ctx, body)
    return DONE
  }),
  handle(contract.getLetterSettings, (ctx) => getLetterSettings(ctx)),
  handle(contract.updateLetterSettings, (ctx, { body }) => updateLetterSettings(ctx, body)),
  handle(contract.unsubscribe, (ctx, { body }) => unsubscribe(ctx, body)),
]
