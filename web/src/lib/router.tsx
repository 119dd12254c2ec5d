import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { nextVisit } from './visits.ts'

/** Where a screen stands. While the next screen's code is on its way, this stays the place it was. */
export interface Place {
  path: string
  search: string
  /** The id that the path names, or nothing. */
  id: string
}

export interface NavigateOptions {
  /** Changes the address of the present visit instead of adding one. */
  replace?: boolean
  /** Told to the next page. */
  news?: string
}

export const PlaceContext = createContext<Place>({ path: '/', search: '', id: '' })

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

const readAddress = () => location.pathname + location.search

/** The browser's own address, or the one that the server renders. */
export function useAddress(onServer?: string): string {
  return useSyncExternalStore(subscribe, readAddress, () => onServer ?? readAddress())
}

/** Shows another page of this site without loading the document again. */
export function navigate(to: string, options: NavigateOptions = {}): void {
  history[options.replace ? 'replaceState' : 'pushState'](nextVisit(options), '', to)
  for (const listener of listeners) listener()
}

export function usePlace(): Place {
  return useContext(PlaceContext)
}

type Change = URLSearchParams | Record<string, string>

/** The address's query, and a function that changes it in place. */
export function useQueryParams() {
  const { path, search } = usePlace()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (next: Change | ((current: URLSearchParams) => Change)) => {
      // Another page is on its way: its address is not this screen's to change.
      if (location.pathname !== path) return
      const current = new URLSearchParams(location.search)
      const query = new URLSearchParams(typeof next === 'function' ? next(current) : next)
      navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true })
    },
    [path],
  )
  return [params, change] as const
}

/** Leads elsewhere as soon as it is shown. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
