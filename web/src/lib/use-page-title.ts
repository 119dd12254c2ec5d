import { useEffect } from 'react'

export const SITE_NAME = 'Vignette'

export function formatTitle(title: string | undefined): string {
  return title ? `${title} — ${SITE_NAME}` : `${SITE_NAME} — recipes for pictures and film`
}

let tell: (news: string) => void = () => undefined

/** The shell announces a navigation, as the browser does for a page load. */
export function onNews(listener: (news: string) => void): void {
  tell = listener
}

export function announce(news: string): void {
  tell(news)
}

/** The server wrote the first title; this hook follows navigation. `spoken` changes less often. */
export function usePageTitle(title: string | undefined, spoken = title): void {
  useEffect(() => {
    document.title = formatTitle(title)
  }, [title])
  useEffect(() => announce(formatTitle(spoken)), [spoken])
}
