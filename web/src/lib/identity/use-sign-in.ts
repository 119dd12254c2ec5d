import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { configQuery } from '../config.ts'
import { useAuth } from './auth-context.tsx'

/** The text and action of a sign-in button, and whether this server offers sign-in. */
export function useSignIn() {
  const { login } = useAuth()
  const { data } = useQuery(configQuery)
  const [starting, setStarting] = useState(false)
  useEffect(() => {
    // A page restored from the back-forward cache still shows its busy button, so reset the button.
    const restore = (event: PageTransitionEvent) => event.persisted && setStarting(false)
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])
  const start = async (options?: Parameters<typeof login>[0]) => {
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
