import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './is-public-address.ts'

const USUAL_PORTS: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'smtp:': '587',
  'smtps:': '465',
}

/**
 * Whether an address is, or its name leads to, one that is not on the public internet and that the
 * environment does not name in PRIVATE_HOSTS. Another way to write a named address is another host.
 */
export async function leadsInside(url: URL, named: readonly string[]): Promise<boolean> {
  const { protocol, hostname, port } = url
  if (named.includes(`${hostname.toLowerCase()}:${port || USUAL_PORTS[protocol]}`)) return false
  const bare = hostname.replace(/^\[|\]$/g, '')
  // A name that leads nowhere is told by the call to it.
  const found = await lookup(bare, { all: true }).catch(() => [])
  return !found.every(({ address }) => isPublicAddress(address))
}
