import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

// What is typed on a page outlasts a fresh sign-in, which leaves the site and comes back: this tab
// keeps it for an hour, for the same account and page.

const KEY = 'kept_typed'
const KEPT_MS = 3_600_000

interface Kept {
  user: string
  path: string
  until: number
  values: Record<string, unknown>
}

/** What the shown forms hold now, by their names. */
const held = new Map<string, unknown>()
/** What has come back and waits for its form. */
let back: Kept | undefined
const takers = new Set<() => void>()

/**
 * A state that outlasts a fresh sign-in; it must fit into JSON and hold no secret. The name says the
 * form and the object, since one page may show many; a state without a name is not kept.
 */
export function useKeptState<T>(
  name: string | undefined,
  first: T | (() => T),
): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(first)
  useEffect(() => {
    if (name === undefined) return
    held.set(name, value)
    return () => {
      held.delete(name)
    }
  }, [name, value])
  useEffect(() => {
    if (name === undefined) return
    const take = () => {
      if (back?.path !== location.pathname || !(name in back.values)) return
      const { until, values } = back
      if (Date.now() < until) setValue(values[name] as T)
      delete values[name]
    }
    take()
    takers.add(take)
    return () => {
      takers.delete(take)
    }
  }, [name])
  return [value, setValue]
}

/** Keeps what the forms hold, just before the browser leaves for the sign-in. */
export function keepTyped(user: string): void {
  const kept: Kept = {
    user,
    path: location.pathname,
    until: Date.now() + KEPT_MS,
    values: Object.fromEntries(held),
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the sign-in comes back to empty forms.
  }
  // A page that the browser restores whole still holds its forms.
  addEventListener('pageshow', forgetTyped, { once: true })
}

/** Hands what was kept to its forms once the account is known; another account does not get it. */
export function bringBackTyped(user: string | undefined): void {
  if (back && back.user !== user) back = undefined
  const kept = readKept()
  if (!kept) return
  if (kept.until <= Date.now()) return forgetTyped()
  if (!user) return
  forgetTyped()
  if (kept.user !== user) return
  back = kept
  for (const take of takers) take()
}

export function forgetTyped(): void {
  back = undefined
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to forget.
  }
}

function readKept(): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
