import type { UserView } from '@vignette/contract/identity.ts'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { track } from '../analytics.ts'
import { ApiError } from '../api-error.ts'
import { forgetCookie, readCookie } from '../browser.ts'
import { onDenied } from '../client.ts'
import { bringBackTyped, keepTyped } from '../kept-state.ts'
import { logFault } from '../log.ts'
import { mayBeSignedIn } from '../session-hint.ts'
import { endSession, getAuthMe, startGoogleSignIn } from './api.ts'
import { keepReturn } from './sign-in-return.ts'

interface Auth {
  user: UserView | null
  loading: boolean
  /**
   * The session ended elsewhere while this page was open: in another tab, by revocation or by age.
   */
  ended: boolean
  /**
   * Sends the browser to the identity provider; rethrows if the sign-in cannot be started. With
   * `fresh`, the provider asks for the credentials again. With `fresh` or `returns`, the browser
   * comes back to this page, or to the path that `returns` names.
   */
  login: (options?: { fresh?: boolean; returns?: boolean | string }) => Promise<void>
  logout: () => Promise<void>
  refresh: () => Promise<UserView>
  setUser: (user: UserView | null) => void
}

const nobody: { user: UserView | null; ended: boolean } = { user: null, ended: false }
const AuthContext = createContext<Auth | undefined>(undefined)

export function AuthProvider({ children }: { children: ReactNode }) {
  const [{ user, ended }, setSession] = useState(nobody)
  const [loading, setLoading] = useState(true)
  const setUser = useCallback(
    (next: UserView | null) => setSession({ user: next, ended: false }),
    [],
  )
  /**
   * The session token of the server's last answer about the user; each change of session changes
   * the token.
   */
  const known = useRef<string>(undefined)

  const leave = useCallback(() => {
    known.current = readCookie('csrf_token')
    bringBackTyped(undefined)
    setSession((before) => ({ user: null, ended: before.ended || before.user !== null }))
  }, [])

  const refresh = useCallback(async () => {
    const token = readCookie('csrf_token')
    try {
      const fresh = await getAuthMe()
      known.current = readCookie('csrf_token')
      setUser(fresh)
      bringBackTyped(fresh.id)
      return fresh
    } catch (error) {
      // Without an answer the session is unknown.
      if (error instanceof ApiError && error.status === 401) {
        // The next page need not ask again, unless another tab has signed in meanwhile.
        if (mayBeSignedIn() && readCookie('csrf_token') === token) forgetCookie('csrf_token')
        leave()
      }
      throw error
    }
  }, [setUser, leave])

  useEffect(() => {
    // Browsers log each refused call in the console, so a browser without a session does not ask.
    const ask = async () => {
      if (mayBeSignedIn()) await refresh().catch(() => undefined)
      else leave()
    }
    const look = () => {
      const changed = readCookie('csrf_token') !== known.current
      if (document.visibilityState === 'visible' && changed) void ask()
    }
    void ask().then(() => setLoading(false))
    onDenied(() => void ask())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh, leave])

  const login = useCallback(
    async ({
      fresh = false,
      returns = fresh,
    }: {
      fresh?: boolean
      returns?: boolean | string
    } = {}) => {
      track('sign_in_started')
      try {
        const address = await startGoogleSignIn(fresh)
        const here = location.pathname + location.search + location.hash
        keepReturn(returns === true ? here : returns || undefined)
        if (fresh && user) keepTyped(user.id)
        location.assign(address)
      } catch (error) {
        logFault('Sign-in could not be started', error)
        throw error
      }
    },
    [user],
  )

  const logout = useCallback(async () => {
    try {
      await endSession()
      setUser(null)
      track('signed_out')
    } catch (error) {
      logFault('Logout failed', error)
      throw error
    }
  }, [setUser])

  const auth = useMemo(
    () => ({ user, loading, ended, login, logout, refresh, setUser }),
    [user, loading, ended, login, logout, refresh, setUser],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used inside an AuthProvider')
  return auth
}
