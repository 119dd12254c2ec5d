import { call } from '../client.ts'
import { forgetCaller } from '../forget-caller.ts'

export const getAuthMe = () => call('getAuthMe', {})

/** The issuer's address; with `fresh` the issuer asks for the credentials again. */
export async function startGoogleSignIn(fresh: boolean): Promise<string> {
  const query = fresh ? ({ fresh: 'true' } as const) : {}
  return (await call('startGoogleSignIn', { query })).redirect_url
}

export async function endSession(): Promise<void> {
  await call('logout', {})
  forgetCaller()
}
