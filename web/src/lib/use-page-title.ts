import { useEffect } from 'react'
import { useShop } from './shop.ts'

export function formatTitle(title: string | undefined, site: string): string {
  return title ? `${title} — ${site}` : `${site} — recipes for pictures and film`
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
  const { name } = useShop()
  useEffect(() => {
    document.title = formatTitle(title, name)
  }, [title, name])
  useEffect(() => announce(formatTitle(spoken, name)), [spoken, name])
}
