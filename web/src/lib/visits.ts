import { createUuid, isBrowser } from './browser.ts'

// State that the browser's history keeps with each URL: a key, the number of visits before, and a
// message for the next page. Scroll positions are stored by the key.

interface Visit {
  key: string
  depth: number
  /** A message for the next page: `ready`, a creation that a remix has just made. */
  news?: string | undefined
  /** The picture that the next page fades its result in over. */
  from?: string | null | undefined
}

export interface VisitOptions {
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean
  news?: string
  from?: string | null | undefined
}

const STORED = 'scroll-positions'
let current = ''
/** The scroll position to restore once the page is shown. */
let target: number | undefined
/** The last shown URL; for a change of only the hash, the browser scrolls. */
let shown = ''

/** The state for a new history entry, or for the replaced current entry. */
export function nextVisit({ replace, news, from }: VisitOptions): Visit {
  // Also what a page keeps of its own with the entry.
  if (replace) return { ...readVisit(), news, from }
  const { depth } = readVisit()
  savePosition()
  target = 0
  current = createUuid()
  return { key: current, depth: depth + 1, news, from }
}

export function readVisit(): Visit {
  const state = (history.state ?? {}) as Partial<Visit>
  return { ...state, key: state.key ?? '', depth: state.depth ?? 0 }
}

/** Scrolls a shown page: a new visit to the top, an earlier visit to its old position. */
export function scrollToVisit(): void {
  shown = location.pathname + location.search
  if (target === undefined) return
  scrollTo(0, target)
  target = undefined
}

/** An address that was opened, and not come to by a link, has no state: it gets a key of its own. */
function keyOfEntry(): string {
  const { key, depth } = readVisit()
  if (key) return key
  const own = createUuid()
  history.replaceState({ key: own, depth }, '')
  return own
}

function savePosition(): void {
  const positions = readPositions()
  positions[current] = Math.round(scrollY)
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions))
  } catch {
    // Storage is full or forbidden: pages then open at the top.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Replaces the browser's scroll restoration, which runs before the page's content exists. */
export function startVisits(): void {
  if (!isBrowser) return
  history.scrollRestoration = 'manual'
  current = keyOfEntry()
  target = readPositions()[current]
  addEventListener('pagehide', savePosition)
  addEventListener('popstate', () => {
    if (location.pathname + location.search === shown) return
    savePosition()
    current = keyOfEntry()
    target = readPositions()[current] ?? 0
  })
}
