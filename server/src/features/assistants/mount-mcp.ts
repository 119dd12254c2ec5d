import type { Scope } from '@vignette/contract/account-limits.ts'
import { ASSISTANT_SCOPES } from '@vignette/contract/assistants.ts'
import { MCP_PATH } from '@vignette/contract/paths.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Ctx } from '../../ctx.ts'
import type { Count, Identify } from '../../feature.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { isProgram, openToPrograms } from '../../platform/http/open-to-programs.ts'
import { shopOf } from '../../shop.ts'
import { isMadeFor } from '../identity/index.ts'
import { scopeOfTool } from './rules.ts'

const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/**
 * The Model Context Protocol, for assistants. A caller is known by an access token alone; each
 * tool makes calls of the API with that token, so that it can do no more than they.
 */
export function mountMcp(
  server: FastifyInstance,
  base: Ctx,
  identify: Identify,
  count: Count,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const originAt = (request: FastifyRequest) => originOf(base.config, request)

  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    bodyLimit: BODY.mcpBytes,
    schema: { hide: true } as object,
    // A stranger's megabyte is not read.
    onRequest: async (request) => {
      await count(request)
      callers.set(request, await requireToken(request, identify, originAt(request)))
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (!caller) throw new Error('a call without its caller')
      const origin = originAt(request)
      const { tool, scope } = describeCall(request.body)
      for (const needed of scope) {
        if (!isMadeFor(caller, needed)) throw missingScope(needed, origin)
      }
      if (isProgram(request)) openToPrograms(reply)
      const ctx: Ctx = {
        ...base,
        caller,
        origin,
        requestId: request.id,
        log: request.log as Ctx['log'],
      }
      // Pages and the API wait for no library of the protocol.
      const { serveMcp } = await import('./serve-mcp.ts')
      return sendResponse(reply, await serveMcp(ctx, { server, request, reply, tool }))
    },
  })

  server.get(METADATA_PATH, { schema: { hide: true } as object }, async (request, reply) =>
    reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' })
      .send({
        resource: `${originAt(request)}${MCP_PATH}`,
        resource_name: shopOf({ ...base, origin: originAt(request) }).name,
        authorization_servers: [originAt(request)],
        scopes_supported: ASSISTANT_SCOPES,
        bearer_methods_supported: ['header'],
      }),
  )
}

/** A browser's cookie opens nothing here: the page of another site could send it. */
async function requireToken(
  request: FastifyRequest,
  identify: Identify,
  origin: string,
): Promise<Caller> {
  const metadata = `resource_metadata="${origin}${METADATA_PATH}"`
  const given = /^Bearer /i.test(request.headers.authorization ?? '')
  const caller = given ? await identify(request).catch(asStranger) : undefined
  if (caller?.via === 'bearer') return caller
  throw new AppError(
    'unauthenticated',
    given
      ? 'The access token is unknown, expired or revoked.'
      : 'Send an access token of your account: Authorization: Bearer ….',
    {
      headers: {
        'www-authenticate': `Bearer ${given ? 'error="invalid_token", ' : ''}scope="run workflows:read", ${metadata}`,
      },
    },
  )
}

function asStranger(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'unauthenticated') return undefined
  throw error
}

function missingScope(scope: Scope, origin: string): AppError {
  return new AppError(
    'insufficient_scope',
    `This access token was made without the scope ${scope}. Make one with it on your account page.`,
    {
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${origin}${METADATA_PATH}"`,
      },
    },
  )
}

export interface Called {
  /** The tool that is called, or `list` where the tools are asked for. */
  tool: string | undefined
  scope: Scope[]
}

function describeCall(body: unknown): Called {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } }
  if (method === 'tools/list') return { tool: 'list', scope: ['workflows:read'] }
  const name = params?.name
  if (method !== 'tools/call' || typeof name !== 'string') return { tool: undefined, scope: [] }
  return { tool: name, scope: scopeOfTool(name) }
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers) {
    if (name !== 'content-length') reply.header(name, value)
  }
  return reply.send(response.body ?? '')
}
