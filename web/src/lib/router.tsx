import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { nextVisit, type VisitOptions } from './visits.ts'

/** The current screen's URL. While the next screen's code loads, this stays the previous URL. */
export interface Place {
  path: string
  search: string
  /** The id in the path, or an empty text. */
  id: string
}

export const PlaceContext = createContext<Place>({ path: '/', search: '', id: '' })

const listeners = new Set<() => void>()

/** Calls the listener whenever the URL has changed. */
export function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

const readAddress = () => location.pathname + location.search

/** The browser's own URL, or the URL that the server renders. */
export function useAddress(onServer?: string): string {
  return useSyncExternalStore(subscribe, readAddress, () => onServer ?? readAddress())
}

/** Shows another page of this site without a document load. */
export function navigate(to: string, options: VisitOptions = {}): void {
  history[options.replace ? 'replaceState' : 'pushState'](nextVisit(options), '', to)
  for (const listener of listeners) listener()
}

export function usePlace(): Place {
  return useContext(PlaceContext)
}

type Change = URLSearchParams | Record<string, string>

/** The URL's query, and a function that replaces the query. */
export function useQueryParams() {
  const { path, search } = usePlace()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (next: Change | ((current: URLSearchParams) => Change)) => {
      // Another page is already loading, whose URL this screen must not change.
      if (location.pathname !== path) return
      const current = new URLSearchParams(location.search)
      const query = new URLSearchParams(typeof next === 'function' ? next(current) : next)
      navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true })
    },
    [path],
  )
  return [params, change] as const
}

/** Navigates as soon as rendered. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
