import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

interface Known {
  parts: string[]
  methods: Set<string>
}

/**
 * Answers what no route answers: 405 with the methods that there are, or 404 where the path is
 * nobody's. Made before the routes, of which it keeps a list. `isPage` knows the paths of the one
 * route that serves all pages.
 */
export function createRefusal(app: FastifyInstance) {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const found = known.get(url) ?? { parts: url.split('/'), methods: new Set<string>() }
    for (const one of [method].flat()) found.methods.add(one)
    known.set(url, found)
  })

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    isPage: (path: string) => boolean = () => false,
  ): never => {
    const path = request.url.split('?')[0] ?? ''
    const parts = path.replace(/\/$/, '').split('/')
    const methods = new Set<string>(isPage(path) ? ['GET', 'HEAD'] : [])
    for (const one of known.values()) {
      if (matches(one.parts, parts)) for (const method of one.methods) methods.add(method)
    }
    if (methods.size === 0 || methods.has(request.method)) {
      throw new AppError('not_found', 'There is no such call. See /api/v1/docs.')
    }
    const allowed = [...methods].toSorted().join(', ')
    reply.header('allow', allowed)
    throw new AppError('method_not_allowed', `This address takes ${allowed} alone.`)
  }
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => {
      const param = part.indexOf(':')
      if (param < 0) return part === parts[at]
      return (parts[at] ?? '').length > param && parts[at]?.startsWith(part.slice(0, param))
    })
  )
}
