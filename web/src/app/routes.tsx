import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { Layout } from './layout.tsx'
import { RouteFault } from './route-fault.tsx'

/** Each screen is its own chunk: what a visitor does not open is not downloaded. */
function screen(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: await load() }) }
}

const notFound = screen(async () => (await import('./not-found-page.tsx')).NotFoundPage)

export function createRoutes(): RouteObject[] {
  const screens: RouteObject[] = [
    {
      index: true,
      ...screen(async () => (await import('../features/landing/landing-page.tsx')).LandingPage),
    },
    {
      path: 'workflows',
      ...screen(async () => (await import('../features/catalogue/discover-page.tsx')).DiscoverPage),
    },
    {
      path: 'workflows/create',
      ...screen(async () => (await import('../features/create/create-page.tsx')).CreatePage),
    },
    {
      path: 'workflows/:id',
      ...screen(async () => (await import('../features/catalogue/workflow-page.tsx')).WorkflowPage),
    },
    {
      path: 'workflows/:id/remix',
      ...screen(async () => (await import('../features/remix/remix-page.tsx')).RemixPage),
    },
    {
      path: 'creations/:id',
      ...screen(async () => (await import('../features/creations/creation-page.tsx')).CreationPage),
    },
    {
      path: 'profile',
      ...screen(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
    },
    {
      path: 'auth/callback',
      ...screen(
        async () => (await import('../features/auth/auth-callback-page.tsx')).AuthCallbackPage,
      ),
    },
    {
      path: 'admin',
      ...screen(async () => (await import('../features/admin/admin-page.tsx')).AdminPage),
    },
    {
      path: 'terms',
      ...screen(async () => (await import('../features/legal/terms-page.tsx')).TermsPage),
    },
    {
      path: 'privacy',
      ...screen(async () => (await import('../features/legal/privacy-page.tsx')).PrivacyPage),
    },
    { path: '*', ...notFound },
  ]
  // A screen that fails leaves the shell standing; only a fault of the shell itself takes all.
  const within: RouteObject = { ErrorBoundary: RouteFault, children: screens }
  return [{ Component: Layout, ErrorBoundary: RouteFault, children: [within] }]
}
