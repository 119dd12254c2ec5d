import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './is-public-address.ts'

/** Whether a host is, or its name leads to, an address that is not on the public internet. */
export async function leadsInside(host: string): Promise<boolean> {
  const bare = host.replace(/^\[|\]$/g, '')
  // A name that leads nowhere is told by the call to it.
  const found = await lookup(bare, { all: true }).catch(() => [])
  return !found.every(({ address }) => isPublicAddress(address))
}
