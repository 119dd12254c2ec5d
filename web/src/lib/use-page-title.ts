import { useEffect } from 'react'

export const SITE_NAME = 'Vignette'

export function formatTitle(title: string | undefined): string {
  return title ? `${title} — ${SITE_NAME}` : `${SITE_NAME} — recipes for pictures and film`
}

/** The server wrote the first title; this one follows navigation in the browser. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = formatTitle(title)
  }, [title])
}
