import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { track } from '../lib/analytics.ts'
import { usePlace } from '../lib/router.tsx'
import { useShop } from '../lib/shop.ts'
import { onNews } from '../lib/use-page-title.ts'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const { path: pathname } = usePlace()
  const { notice } = useShop()
  const content = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const [news, setNews] = useState('')
  useEffect(() => onNews(setNews), [])
  // The focused element is usually gone; but a screen that has set the focus itself keeps the focus.
  const takeFocus = () => {
    if (shown.current !== pathname && !content.current?.contains(document.activeElement))
      content.current?.focus({ preventScroll: true })
  }
  // With the page, since effects wait until its picture has come to rest; and once more then, since a
  // dialog that was left gives the focus back to what is gone.
  useLayoutEffect(takeFocus, [pathname])
  useEffect(() => {
    track('page_viewed')
    takeFocus()
    shown.current = pathname
  }, [pathname])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-full bg-ink px-5 py-3 text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {notice && (
        <aside
          aria-label="Notice"
          className="border-b border-line bg-sunken px-4 py-2.5 text-center text-sm break-words"
        >
          {notice}
        </aside>
      )}
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
