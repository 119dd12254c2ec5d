import { ASSISTANT_SCOPES } from '@vignette/contract/assistants.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Count } from '../../feature.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { authorisationServer, openAuthorisationServers } from './authorisation-server.ts'

/**
 * How an assistant gets a token: it registers, opens the person's browser, and brings the code that
 * comes back. All of it is the library's; a person's answer is a call of the API.
 */
export function mountOauth(server: FastifyInstance, base: Ctx, count: Count): void {
  openAuthorisationServers(base)
  void server.register(async (oauth) => {
    // The library reads the bodies itself.
    oauth.removeAllContentTypeParsers()
    oauth.addContentTypeParser('*', (_request, _body, done) => done(null))
    const options = { schema: { hide: true } as object }
    const paths = [
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
      '/oauth/authorize/:id',
      '/oauth/token',
      '/oauth/register',
      '/oauth/jwks',
    ]
    for (const url of paths) {
      oauth.route({
        ...options,
        method: ['GET', 'POST', 'OPTIONS'],
        url,
        handler: async (request, reply) => {
          await count(request, url.startsWith('/oauth') ? 'sign-ins' : 'reads')
          const { raw } = request
          const origin = originOf(base.config, request)
          const provider = await authorisationServer(base, origin)
          const { host, protocol } = new URL(origin)
          raw.headers['x-forwarded-host'] = host
          raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
          raw.headers['x-forwarded-for'] = request.ip
          raw.headers.host = host
          // Who is signed in is the site's to say: an earlier account of this browser is not.
          raw.headers.cookie = raw.headers.cookie?.replace(/\boauth_session[^;]*(?:;|$)/g, '')
          if (url === '/oauth/authorize') {
            const asked = new URL(raw.url ?? '', origin)
            if (!asked.searchParams.get('scope'))
              asked.searchParams.set('scope', ASSISTANT_SCOPES.join(' '))
            raw.url = `${asked.pathname}${asked.search}`
          }
          reply.raw.setHeader('x-content-type-options', 'nosniff')
          reply.raw.setHeader(
            'content-security-policy',
            "default-src 'none'; frame-ancestors 'none'",
          )
          reply.hijack()
          provider.callback()(raw, reply.raw)
        },
      })
    }
  })
}
