import { createUuid, isBrowser } from './browser.ts'

// What the browser's history keeps beside each address: a key, how many visits of ours lie before, and
// what a page wants to tell the next one. Scroll positions are kept by the key.

interface Visit {
  key: string
  depth: number
  /** Told to the next page: `ready`, a creation that a remix has just made. */
  news?: string
}

const STORED = 'scroll-positions'
let current = ''
/** Where the page must be scrolled once it is shown. */
let target: number | undefined
/** The address last shown; a change of the hash alone is the browser's to scroll to. */
let shown = ''

/** The state for a new entry of the history, or for the present one where it is replaced. */
export function nextVisit({ replace, news }: { replace?: boolean; news?: string }): Visit {
  const { key, depth } = readVisit()
  if (replace) return { key, depth, ...(news ? { news } : {}) }
  savePosition()
  target = 0
  current = createUuid()
  return { key: current, depth: depth + 1, ...(news ? { news } : {}) }
}

export function readVisit(): Visit {
  const state = (history.state ?? {}) as Partial<Visit>
  return { ...state, key: state.key ?? '', depth: state.depth ?? 0 }
}

/** Called when a page is shown: at its top where it is new, where it was left where it is not. */
export function scrollToVisit(): void {
  shown = location.pathname + location.search
  if (target === undefined) return
  scrollTo(0, target)
  target = undefined
}

function savePosition(): void {
  const positions = readPositions()
  positions[current] = Math.round(scrollY)
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions))
  } catch {
    // Full or forbidden: pages then open at their top.
  }
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Takes over from the browser, which scrolls before the page's content is there. */
export function startVisits(): void {
  if (!isBrowser) return
  history.scrollRestoration = 'manual'
  current = readVisit().key
  target = readPositions()[current]
  addEventListener('pagehide', savePosition)
  addEventListener('popstate', () => {
    if (location.pathname + location.search === shown) return
    savePosition()
    current = readVisit().key
    target = readPositions()[current] ?? 0
  })
}
