import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** One household has a whole IPv6 /64; a mapped IPv4 address counts as the IPv4 address. */
export function networkOf(address: string): string {
  const ipv4 = ipv4Of(address)
  return ipv4 ?? `${groupsOf(address, 4)}::/64`
}

/** The network that one customer of a provider may own: an IPv6 /48, an IPv4 /24. */
export function widerNetworkOf(address: string): string {
  const ipv4 = ipv4Of(address)
  if (ipv4 === undefined) return `${groupsOf(address, 3)}::/48`
  return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`
}

function ipv4Of(address: string): string | undefined {
  return MAPPED.exec(address)?.[1] ?? (address.includes(':') ? undefined : address)
}

function groupsOf(address: string, count: number): string {
  const [head = '', tail] = address.toLowerCase().replace(/%.*/s, '').split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, count)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

/**
 * Whether a request comes from this machine and under a loopback host name, which stops DNS
 * rebinding by a foreign site.
 */
export function isOnThisMachine(
  request: Pick<FastifyRequest, 'ip' | 'host' | 'headers'>,
  trustProxy: number,
): boolean {
  const { headers } = request
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  // Behind a proxy that is not configured, every client would look local.
  if (trustProxy === 0 && forwarded !== undefined) return false
  return isLoopback(request.ip) && isLoopback(request.host.replace(/:\d+$/, ''))
}
