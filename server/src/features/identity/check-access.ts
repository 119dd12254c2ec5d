import type { Route } from '@vignette/contract/define-route.ts'
import { FRESH_SIGN_IN_MINUTES } from '@vignette/contract/limits.ts'
import type { Caller } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Throws where the contract does not allow this caller the call. */
export function checkAccess(route: Route, { principal, via, fresh }: Caller): void {
  if (route.token === false && via === 'bearer') {
    throw new AppError('forbidden', 'An access token may not do this. Sign in with a browser.')
  }
  if (route.access === 'anyone') return
  if (route.access === 'visitor') {
    if (!principal) {
      throw new AppError('unauthenticated', 'This needs the visitor it belongs to, or a sign-in.')
    }
    return
  }
  if (principal?.kind !== 'user') throw new AppError('unauthenticated', 'Please sign in.')
  if (route.access === 'admin' && !principal.admin) {
    throw new AppError('forbidden', 'Only an administrator may do this.')
  }
  if (route.fresh && !fresh) {
    throw new AppError(
      'fresh_sign_in_required',
      `Please sign in again: this needs a sign-in of the last ${FRESH_SIGN_IN_MINUTES} minutes.`,
    )
  }
}
