import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { configQuery } from '../config/index.ts'
import { useAuth } from './auth-context.tsx'

/** What a button that signs in says and does, and whether this server has anywhere to sign in. */
export function useSignIn() {
  const { login } = useAuth()
  const { data } = useQuery(configQuery)
  const [starting, setStarting] = useState(false)
  useEffect(() => {
    // A page that comes back from the browser's cache stands as it was left: about to go.
    const restore = (event: PageTransitionEvent) => event.persisted && setStarting(false)
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])
  const start = async (options?: { fresh?: boolean; returns?: boolean }) => {
    setStarting(true)
    try {
      await login(options)
    } catch {
      setStarting(false)
      alert('Failed to start Google sign-in. Please try again.')
    }
  }
  return {
    offered: data?.sign_in !== 'none',
    label: data?.sign_in_label ?? 'Continue with Google',
    starting,
    start,
  }
}
