import { call } from '../../../lib/client.ts'

/** The issuer's address; with `fresh` the issuer asks for the credentials again. */
export async function startGoogleSignIn(fresh: boolean): Promise<string> {
  const query = fresh ? ({ fresh: 'true' } as const) : {}
  return (await call('startGoogleSignIn', { query })).redirect_url
}
