import type { AppConfig } from '@vignette/contract/app.ts'
import type { CollectionView } from '@vignette/contract/collections.ts'
import type { CreationView } from '@vignette/contract/creations.ts'
import type { RouteName } from '@vignette/contract/paths.ts'
import type { Shop } from '@vignette/contract/shop.ts'
import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { writeShop } from '../lib/shop.ts'
import { App } from './app.tsx'
import { describeHead, escapeJson, type Head, renderHead } from './head.ts'
import { loadScreen } from './load-screen.ts'
import { matchPage } from './match-page.ts'
import { isIndexed, type PlannedCall } from './page-plan.ts'
import { fillClient, writeState } from './page-state.ts'
import { createQueryClient, Providers } from './providers.tsx'

export { readMoneyFrom } from '@vignette/contract/currency.ts'
export { isKnownPage, planPage, sitemapPaths, templateOf } from './page-plan.ts'

type WorkflowAddress = Pick<WorkflowView, 'id' | 'address'>

interface PageData {
  /** Scheme and host of the public URL, without a trailing slash; null without a public URL. */
  origin: string | null
  shop: Shop
  status: number
  private: boolean
  /** Answers of the planned calls, in any order; failed calls are left out. */
  answers: { call: PlannedCall; data: unknown }[]
}

interface RenderedPage {
  html: string
  head: string
  /** JSON, escaped for a script block. */
  state: string
  status: number
  /** The page stands at another path: nothing was rendered. */
  movedTo?: string
}

/** One page as HTML. Throws if a screen throws; the caller then serves the plain shell. */
export async function render(address: string, data: PageData): Promise<RenderedPage> {
  const url = new URL(`http://page${address}`)
  const find = (name: RouteName) => data.answers.find(({ call }) => call.key[0] === name)?.data
  const storefront = find('getStorefront') as StorefrontView | undefined
  const found = matchPage(url.pathname)
  if (storefront && storefront.handle !== found?.id)
    return { html: '', head: '', state: '', status: 308, movedTo: `/@${storefront.handle}` }
  const named = find('findWorkflowAt') as WorkflowAddress | undefined
  if (named && named.address !== url.pathname)
    return { html: '', head: '', state: '', status: 308, movedTo: named.address }
  if (found) await loadScreen(found.page)
  const client = createQueryClient()
  const answers = data.answers.map(
    ({ call: { key, infinite }, data: answer }) =>
      [key, infinite ? { pages: [answer], pageParams: [null] } : answer] as const,
  )
  const state = { at: Date.now(), answers }
  fillClient(client, state)
  const html = renderToString(
    <StrictMode>
      <Providers client={client} shop={data.shop}>
        <App address={url.pathname + url.search} />
      </Providers>
    </StrictMode>,
  )
  client.clear()
  const head = describeHead({
    origin: data.origin,
    shop: data.shop,
    pathname: url.pathname,
    status: data.status,
    hidden: data.private,
    config: find('getAppConfig') as AppConfig | undefined,
    workflow: find('getWorkflow') as WorkflowView | undefined,
    creation: find('getCreation') as CreationView | undefined,
    collection: find('getCollection') as CollectionView | undefined,
    storefront,
  })
  return {
    html,
    head: writeHead(head, data.shop),
    state: escapeJson(writeState(state)),
    status: data.status,
  }
}

/** Head tags of a page that only the browser renders. */
export function renderShellHead(
  address: string,
  origin: string | null,
  status: number,
  shop: Shop,
): string {
  const { pathname } = new URL(`http://page${address}`)
  const hidden = !isIndexed(address)
  return writeHead(describeHead({ origin, shop, pathname, status, hidden }), shop)
}

const writeHead = (head: Head, shop: Shop) => renderHead(head) + writeShop(shop, escapeJson)
