import * as contract from '@vignette/contract/front-page.ts'
import { type Binding, handle } from '../../handle.ts'
import { drawFrontPoster } from './draw-front-poster.ts'
import { getFrontPage } from './get-front-page.ts'

export const frontPageRoutes: Binding[] = [
  handle(contract.getFrontPage, (ctx) => getFrontPage(ctx)),
  handle(contract.drawFrontPoster, (ctx, { body, reply }) =>
    drawFrontPoster(ctx, body.user_inputs, reply),
  ),
]
