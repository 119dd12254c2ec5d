import { ASSISTANT_DAYS, ASSISTANT_SCOPES } from '@vignette/contract/assistants.ts'
import { MCP_PATH } from '@vignette/contract/paths.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertRoomForToken, requireUser } from '../identity/index.ts'
import { authorisationServer } from './authorisation-server.ts'
import { createRecords, keepClient, nameOf } from './records.ts'

interface Asked {
  id: string
  request: FastifyRequest
  reply: FastifyReply
}

export async function getAssistantRequest(ctx: Ctx, asked: Asked) {
  requireUser(ctx)
  const { params } = await findRequest(ctx, asked)
  const client = await createRecords(ctx, 'Client', { consumed: () => new Error() }).find(
    params.client_id,
  )
  const { protocol, host, hostname } = new URL(params.redirect_uri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return {
    client_name: nameOf(client),
    returns_to: isWeb ? host : protocol,
    on_this_computer: !isWeb || ['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    scopes: scopesOf(params),
    days: ASSISTANT_DAYS,
  }
}

export async function answerAssistantRequest(
  ctx: Ctx,
  { allow, ...asked }: Asked & { allow: boolean },
): Promise<{ url: string }> {
  const { id: accountId } = requireUser(ctx)
  const { params } = await findRequest(ctx, asked)
  const provider = await authorisationServer(ctx, ctx.origin)
  const { request, reply } = asked
  if (!allow) {
    const refused = { error: 'access_denied', error_description: 'the person said no' }
    return { url: await provider.interactionResult(request.raw, reply.raw, refused) }
  }
  await assertRoomForToken(ctx)
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addResourceScope(`${ctx.origin}${MCP_PATH}`, scopesOf(params).join(' '))
  const grantId = await grant.save()
  await keepClient(ctx, params.client_id)
  const granted = { login: { accountId, remember: false }, consent: { grantId } }
  return { url: await provider.interactionResult(request.raw, reply.raw, granted) }
}

function scopesOf({ scope = '' }: Interaction['params']) {
  const asked = scope.split(' ')
  return ASSISTANT_SCOPES.filter((one) => asked.includes(one))
}

/** The request that this very browser began: a link to that of another person opens nothing. */
async function findRequest(ctx: Ctx, { id, request, reply }: Asked): Promise<Interaction> {
  const provider = await authorisationServer(ctx, ctx.origin)
  const found = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  if (found?.uid === id) return found
  throw new AppError(
    'not_found',
    'This request has ended, or began in another browser. Start again from your assistant.',
  )
}
