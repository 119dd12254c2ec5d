import type { Ctx, Principal } from '../../../ctx.ts'

/** What a buyer with too many cancelled runs today may do next, in words and as an error's code. */
export function wayOn(
  { config }: Pick<Ctx, 'config'>,
  { kind }: Pick<Principal, 'kind'>,
): { code: 'sign_in_required' | 'payment_state'; words: string } {
  return kind === 'visitor' && config.signIn !== 'none'
    ? {
        code: 'sign_in_required',
        words: 'Sign in to begin another one now, or come back after midnight UTC.',
      }
    : { code: 'payment_state', words: 'You can begin another one after midnight UTC.' }
}
