import '../ui/styles.css'
import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { logFault } from '../lib/log.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { createRoutes } from './routes.tsx'

/** Hydration compares synchronously, so the screens in view must be there before it begins. */
async function resolveScreens(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const screen = await route.lazy()
      Object.assign(route, screen)
      delete route.lazy
    }),
  )
}

function readState(): DehydratedState | undefined {
  const text = document.getElementById('page-state')?.textContent
  return text ? (JSON.parse(text) as DehydratedState) : undefined
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const routes = createRoutes()
  try {
    await resolveScreens(routes)
  } catch (error) {
    logFault('A screen did not come', error)
    // What the server wrote can be read as it stands; an empty shell must say what happened.
    if (root.childElementCount > 0) return
  }
  const client = createQueryClient()
  const state = readState()
  if (state) hydrate(client, state)
  const app = (
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </Providers>
    </StrictMode>
  )
  // As a transition, in slices: what the visitor does meanwhile goes first.
  if (root.childElementCount > 0) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

// Not awaited: screens import from this chunk, and would wait for it while it waits for them.
void start()
