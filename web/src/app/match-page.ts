import { type Page, pages } from './pages.ts'

const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(
    `^${page.path.replace(/:id(?:\/:name)?/, (ids) => `(${ids.replace(/:\w+/g, '[^/]+')})`)}$`,
  ),
}))

/** The page for a path, with the id in the path, or with both of its names. */
export function matchPage(path: string): { page: Page; id: string } | undefined {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path.length > 1 ? path.replace(/\/$/, '') : path)
    if (match) return { page, id: match[1] ?? '' }
  }
  return undefined
}
