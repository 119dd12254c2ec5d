import type { FastifyInstance } from 'fastify'
import { acceptForms, readField, sendPage } from '../../hosted-page/send-page.ts'
import type { DisputeMove } from './change-dispute.ts'
import { renderDispute, renderNoDispute } from './dispute-page.ts'
import type { SandboxGateway } from './sandbox-gateway.ts'

type At = { Params: { id: string } }

/** Serves the page on which a person plays the bank, at the dispute's id, which is not guessable. */
export async function registerSandboxDisputes(
  server: FastifyInstance,
  gateway: SandboxGateway,
): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope)

    scope.get<At>('/sandbox/disputes/:id', async (request, reply) => {
      const found = await gateway.findDispute(request.params.id)
      return found
        ? sendPage(reply, 200, renderDispute(found.row, found.moves))
        : sendPage(reply, 404, renderNoDispute('There is no such dispute'))
    })

    scope.post<At>('/sandbox/disputes/:id', async (request, reply) => {
      const { id } = request.params
      const found = await gateway.findDispute(id)
      if (!found) return sendPage(reply, 404, renderNoDispute('There is no such dispute'))
      const asked = readField(request.body, 'move')
      const move = found.moves.find((each): each is DisputeMove => each === asked)
      // A second click finds the dispute moved, and sees the same page.
      if (move) await gateway.moveDispute(id, move)
      return reply.redirect(`/sandbox/disputes/${encodeURIComponent(id)}`, 303)
    })
  })
}
