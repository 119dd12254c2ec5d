import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { track } from '../lib/analytics.ts'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'

export function Layout() {
  const { pathname } = useLocation()
  useEffect(() => track('page_viewed'), [pathname])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-ink px-5 py-3 text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <NavBar />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  )
}
