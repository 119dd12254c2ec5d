import { call } from '../../../lib/client.ts'

/** The address of the vendor's form. */
export async function openLeftAccount(
  token: string,
  country: string,
  email: string,
): Promise<string> {
  const body = { token, country, ...(email ? { email } : {}) }
  return (await call('openLeftAccount', { body })).url
}
