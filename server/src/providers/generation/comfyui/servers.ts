import { z } from 'zod'
import { url } from '../../../platform/env-types.ts'
import type { OwnServer } from '../spec.ts'

/** One ComfyUI server; recipes, creators and operators know it by its name, and no metric or list tells its address. */
export interface ComfyServer {
  name: string
  url: string
  /** Sent with every request, for a server behind an authenticating proxy. */
  headers?: Record<string, string>
  /** The origins that may be private or plain http: an operator's server's own; of a creator's server mostly none. */
  allowedOrigins: readonly string[]
  /** Set where it is a creator's, whose answers are not trusted. */
  ownId?: string
}

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/
const DEFAULT_NAME = 'default'

/** `COMFYUI_URL`: one address, or several as `fast=http://…,big=http://…`. */
export const comfyServers = z.string().transform((text, told): ComfyServer[] => {
  const named = /^https?:/.test(text) ? [`${DEFAULT_NAME}=${text}`] : text.split(',')
  const servers = named.map((each) => readServer(each.trim()))
  const names = servers.map((one) => (typeof one === 'string' ? '' : one.name))
  const twice = names.find((name, at) => name && names.indexOf(name) !== at)
  const fault = servers.find((one) => typeof one === 'string') ?? (twice && `names ${twice} twice`)
  if (!fault) return servers.filter((one) => typeof one !== 'string')
  told.addIssue({ code: 'custom', message: fault })
  return z.NEVER
})

/** The fault in words where it is none. */
function readServer(text: string): ComfyServer | string {
  const [, name = '', address = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const read = url.safeParse(address)
  if (!name || !read.success || new URL(read.data).hostname.includes(',')) {
    return 'must be an address, such as http://127.0.0.1:8188, or several by name, such as fast=http://10.0.0.2:8188,big=http://10.0.0.3:8188'
  }
  if (!NAME.test(name)) {
    return `names a server “${name}”: a name has lowercase letters, digits and hyphens, at most 32`
  }
  const { origin, username, password } = new URL(read.data)
  if (username || password) return `must name ${name} by an address without a password`
  return { name, url: read.data, allowedOrigins: [origin] }
}

/** A creator's server among those of the operator: `own:` is no name that the operator can give. */
export const OWN = 'own:'

export function asComfyServer({ id, name, url, headers, allowedOrigins }: OwnServer): ComfyServer {
  return { name: OWN + name, url, headers, allowedOrigins, ownId: id }
}
