import { useEffect, useRef } from 'react'
import { track } from '../../lib/analytics.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { takeReturn } from '../../lib/identity/sign-in-return.ts'
import { useSignIn } from '../../lib/identity/use-sign-in.ts'
import { navigate, useQueryParams } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/**
 * The end of the identity provider's redirect: goes to Discover, or back to the page that asked for
 * a fresh sign-in. A signed-out profile leads here too, and the landing page then says why.
 */
export function AuthCallbackPage() {
  const { refresh } = useAuth()
  const [search] = useQueryParams()
  const refused = search.has('error')
  const forProfile = search.get('for') === 'profile'
  const { offered, start } = useSignIn()
  const begun = useRef(false)
  const shown = useRef(false)
  usePageTitle('Signing in')

  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  useEffect(() => {
    // A visitor who has navigated away meanwhile stays on the other page.
    const goOn = (to: string) => shown.current && navigate(to, { replace: true })
    // One return sends one refresh, even though StrictMode mounts twice in development.
    if (begun.current) return
    begun.current = true
    const asked = takeReturn()
    const sayWhy = () =>
      toast('Your profile opens once you are signed in', {
        id: 'for-profile',
        duration: Number.POSITIVE_INFINITY,
        closeButton: true,
        ...(offered && {
          action: { label: 'Sign in', onClick: () => void start({ returns: '/profile' }) },
        }),
      })
    const fail = () => {
      track('sign_in_failed')
      if (forProfile && shown.current) sayWhy()
      goOn(asked ?? '/')
    }
    if (refused) {
      toastError('Sign-in failed. Please try again.')
      return fail()
    }
    refresh().then(() => {
      track('sign_in_completed')
      goOn(asked ?? '/workflows')
    }, fail)
  }, [refresh, refused, forProfile])

  return (
    <div className="grid min-h-[60vh] place-items-center px-4">
      <div role="status" className="flex items-center gap-3 text-lg">
        <Spinner />
        <h1 className="text-lg font-medium">Authenticating...</h1>
      </div>
    </div>
  )
}
