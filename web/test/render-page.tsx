import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Shop, UNNAMED } from '@vignette/contract/shop.ts'
import { Suspense } from 'react'
import { App } from '../src/app/app.tsx'
import { createQueryClient, Providers } from '../src/app/providers.tsx'
import { navigate } from '../src/lib/router.tsx'

/** The whole app at one URL, as a visitor gets the app. */
export function renderPage(path: string, shop: Partial<Shop> = {}) {
  history.replaceState(null, '', path)
  const client = createQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retry: false } })
  const view = render(
    <Providers client={client} shop={{ ...UNNAMED, ...shop }}>
      {/* The browser loads the first screen's code before rendering; a test renders at once. */}
      <Suspense>
        <App />
      </Suspense>
    </Providers>,
  )
  return { ...view, navigate, user: userEvent.setup() }
}
