import * as contract from '@vignette/contract/cards.ts'
import { type Binding, handle } from '../../handle.ts'
import { REPLIED } from '../../platform/http/define-api.ts'
import { drawCard } from './draw-card.ts'

export const embedRoutes: Binding[] = [
  handle(contract.drawCard, async (ctx, { params, query, reply }) => {
    await drawCard(ctx, { id: params.id, ...query }, reply)
    return REPLIED
  }),
]
