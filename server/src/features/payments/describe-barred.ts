import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** The reason why `releaseBarred` released a payment. */
export function describeBarred(ctx: Ctx, buyer: Pick<Principal, 'kind'>): string {
  return `This payment was released, because too many runs of recipes that cost us money were cancelled that day. Nothing was charged. ${wayOn(ctx, buyer)}`
}

/** The error that refuses the run of such a payment. */
export function barred(ctx: Ctx, buyer: Principal): AppError {
  const code = codeFor(ctx, buyer)
  return new AppError(
    code === 'payment_state' ? 'payment_required' : code,
    describeBarred(ctx, buyer),
  )
}

function canSignIn({ config }: Pick<Ctx, 'config'>, { kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'visitor' && config.signIn !== 'none'
}

export function codeFor(ctx: Ctx, buyer: Principal): 'sign_in_required' | 'payment_state' {
  return canSignIn(ctx, buyer) ? 'sign_in_required' : 'payment_state'
}

export function wayOn(ctx: Ctx, buyer: Pick<Principal, 'kind'>): string {
  return canSignIn(ctx, buyer)
    ? 'Sign in to begin another one now, or come back after midnight UTC.'
    : 'You can begin another one after midnight UTC.'
}
