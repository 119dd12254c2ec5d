import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { track } from '../../lib/analytics.ts'
import { useAuth } from '../../lib/auth-context.tsx'
import { takeReturn } from '../../lib/sign-in-return.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toastError } from '../../ui/toast.tsx'

/** Where the identity provider's return ends: on to Discover, or back to where a fresh sign-in was asked for. */
export function AuthCallbackPage() {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const refused = search.has('error')
  const begun = useRef(false)
  usePageTitle('Signing in')

  useEffect(() => {
    // One return is one refresh, also where development mounts everything twice.
    if (begun.current) return
    begun.current = true
    const asked = takeReturn()
    const fail = () => {
      track('sign_in_failed')
      void navigate(asked ?? '/', { replace: true })
    }
    if (refused) {
      toastError('Sign-in failed. Please try again.')
      return fail()
    }
    refresh().then(() => {
      track('sign_in_completed')
      void navigate(asked ?? '/workflows', { replace: true })
    }, fail)
  }, [refresh, navigate, refused])

  return (
    <div className="grid min-h-[60vh] place-items-center px-4">
      <div role="status" className="flex items-center gap-3 text-lg">
        <Spinner />
        <h1 className="text-lg font-medium">Authenticating...</h1>
      </div>
    </div>
  )
}
