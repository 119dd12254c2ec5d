import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { track } from '../lib/analytics.ts'
import { usePlace } from '../lib/router.tsx'
import { onNews } from '../lib/use-page-title.ts'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const { path: pathname } = usePlace()
  const content = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const [news, setNews] = useState('')
  useEffect(() => onNews(setNews), [])
  useEffect(() => track('page_viewed'), [pathname])
  // With the page itself: effects wait until its picture has come to rest, and Tab may come before.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The focused element is usually gone; but a screen that has set the focus itself keeps the
    // focus.
    if (!content.current?.contains(document.activeElement))
      content.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-ink px-5 py-3 text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <NavBar />
      <main ref={content} id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  )
}
