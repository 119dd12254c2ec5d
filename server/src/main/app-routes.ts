import * as contract from '@vignette/contract/app.ts'
import * as frontPage from '@vignette/contract/front-page.ts'
import { type Binding, handle } from '../handle.ts'
import { drawFrontPoster } from './draw-front-poster.ts'
import { getAppConfig } from './get-app-config.ts'
import { getFrontPage } from './get-front-page.ts'
import { healthcheck } from './healthcheck.ts'
import { listProviders } from './list-providers.ts'

/** The routes about the server itself. */
export function appRoutes(samplesReady: () => Promise<boolean>): Binding[] {
  return [
    handle(contract.healthcheck, async (ctx, { query }) =>
      query.ready ? healthcheck(ctx, samplesReady) : { status: 'ok' as const },
    ),
    handle(contract.getAppConfig, async (ctx) => getAppConfig(ctx)),
    handle(frontPage.getFrontPage, async (ctx) => getFrontPage(ctx)),
    handle(frontPage.drawFrontPoster, async (ctx, { body, reply }) =>
      drawFrontPoster(ctx, body.user_inputs, reply),
    ),
    handle(contract.listProviders, async (ctx) => listProviders(ctx)),
  ]
}
