import '../ui/styles.css'
import { type Money, readMoneyFrom } from '@vignette/contract/currency.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { getAnonymousId } from '../lib/anonymous-id.ts'
import { logFault } from '../lib/log.ts'
import { readShop } from '../lib/shop.ts'
import { startVisits } from '../lib/visits.ts'
import { App } from './app.tsx'
import { loadScreen } from './load-screen.ts'
import { matchPage } from './match-page.ts'
import { fillClient, readState } from './page-state.ts'
import { createQueryClient, Providers } from './providers.tsx'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  startVisits()
  const page = matchPage(location.pathname)?.page
  try {
    // Hydration compares synchronously, so load the current screen first.
    if (page) await loadScreen(page)
  } catch (error) {
    logFault('A screen did not come', error)
    // Keep the server's HTML, which is readable; an empty shell must show the fault.
    if (root.childElementCount > 0) return
  }
  const client = createQueryClient()
  const state = document.getElementById('page-state')?.textContent
  if (state) fillClient(client, readState(state))
  const app = (
    <StrictMode>
      <Providers client={client} shop={readShop()}>
        <App />
      </Providers>
    </StrictMode>
  )
  // A transition hydrates in slices, so that the visitor's input goes first.
  if (root.childElementCount > 0) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

// As the server reads it; a page without it is in dollars.
const money = document.querySelector<HTMLMetaElement>('meta[name=money]')?.content
if (money) {
  const here = JSON.parse(money) as Money
  readMoneyFrom(() => here)
}
// Loaded beside the first screen, which does not need it.
void import('../lib/came-from.ts').then(({ followArrivals }) => followArrivals())
getAnonymousId()
// Not awaited: screens import from this chunk, so an await here would be a deadlock.
void start()
