import type { UserView } from '@vignette/contract/identity.ts'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { track } from './analytics.ts'
import { forgetAnonymousId } from './anonymous-id.ts'
import { call } from './client.ts'
import { logFault } from './log.ts'
import { removeItem } from './storage.ts'

export interface Auth {
  user: UserView | null
  loading: boolean
  /** Sends the browser to the identity provider; rethrows when that could not be started. */
  login: () => Promise<void>
  logout: () => Promise<void>
  refresh: () => Promise<UserView>
  setUser: (user: UserView | null) => void
}

const AuthContext = createContext<Auth | undefined>(undefined)

export function AuthProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<UserView | null>(null)
  const [loading, setLoading] = useState(true)

  const refresh = useCallback(async () => {
    const fresh = await call('getAuthMe', {})
    setUser(fresh)
    return fresh
  }, [])

  useEffect(() => {
    refresh()
      .catch(() => setUser(null))
      .finally(() => setLoading(false))
  }, [refresh])

  const login = useCallback(async () => {
    track('sign_in_started')
    try {
      const { redirect_url } = await call('startGoogleSignIn', {})
      location.assign(redirect_url)
    } catch (error) {
      logFault('Sign-in could not be started', error)
      throw error
    }
  }, [])

  const logout = useCallback(async () => {
    try {
      await call('logout', {})
      removeItem('access_token')
      forgetAnonymousId()
      setUser(null)
      track('signed_out')
    } catch (error) {
      logFault('Logout failed', error)
      throw error
    }
  }, [])

  const auth = useMemo(
    () => ({ user, loading, login, logout, refresh, setUser }),
    [user, loading, login, logout, refresh],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used inside an AuthProvider')
  return auth
}
