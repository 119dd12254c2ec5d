/** One line of text and the page's URL. */
export interface Shared {
  text: string
  url: string
}

export type ShareTargetId = 'x' | 'facebook' | 'instagram' | 'tiktok' | 'youtube'

export interface ShareTarget {
  id: ShareTargetId
  label: string
  /** Opened in a new tab. */
  href: string
  /** The site accepts no text in its URL, so copy the text to the clipboard before opening. */
  copyFirst: boolean
}

export function buildShareLinks(shared: Shared): ShareTarget[] {
  const x = new URL('https://x.com/intent/post')
  x.search = new URLSearchParams({ text: shared.text, url: shared.url }).toString()
  const facebook = new URL('https://www.facebook.com/sharer/sharer.php')
  facebook.search = new URLSearchParams({ u: shared.url }).toString()
  return [
    { id: 'x', label: 'X', href: x.href, copyFirst: false },
    { id: 'facebook', label: 'Facebook', href: facebook.href, copyFirst: false },
    { id: 'instagram', label: 'Instagram', href: 'https://www.instagram.com/', copyFirst: true },
    { id: 'tiktok', label: 'TikTok', href: 'https://www.tiktok.com/upload', copyFirst: true },
    { id: 'youtube', label: 'YouTube', href: 'https://www.youtube.com/upload', copyFirst: true },
  ]
}

/** The text that the copying targets and "Copy text" copy. */
export function joinShareText(shared: Shared): string {
  return `${shared.text}\n${shared.url}`
}
