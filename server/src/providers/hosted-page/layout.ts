import { escapeHtml, pagePolicy, renderPage } from '../../platform/http/html-page.ts'
import { STYLE } from './style.ts'

export const PAGE_CSP = pagePolicy(STYLE)

/** A whole page; `notice` says in a bar above all what kind of page it is. */
export function layout({
  title,
  notice,
  body,
}: {
  title: string
  notice: { title: string; text: string } | null
  body: string
}): string {
  const bar = notice
    ? `<header class="test"><strong>${escapeHtml(notice.title)}</strong> <span>${escapeHtml(notice.text)}</span></header>\n`
    : ''
  return renderPage({ title, style: STYLE, body: `${bar}<main>${body}</main>` })
}
