import { call } from '../../../lib/client.ts'

/** The address of the vendor's form. */
export async function openPayoutAccount(country: string): Promise<string> {
  return (await call('openPayoutAccount', { body: { country } })).url
}
