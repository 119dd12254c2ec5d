import type { FastifyInstance } from 'fastify'
import { acceptForms, readField, sendPage } from '../../hosted-page/send-page.ts'
import type { IdentityForm } from './check-identity.ts'
import { renderNoLink, renderOnboarding } from './onboarding-page.ts'
import type { SandboxPayouts } from './sandbox-payouts.ts'

const EMPTY: IdentityForm = { name: '', birthday: '', bank: '' }

/** Serves the page that Stripe would host, at the link's address and in plain HTML. */
export async function registerSandboxOnboarding(
  server: FastifyInstance,
  gateway: SandboxPayouts,
): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope)

    scope.get<{ Params: { link: string } }>('/sandbox/onboarding/:link', async (request, reply) => {
      const account = await gateway.findLink(request.params.link)
      if (!account) return sendPage(reply, 404, renderNoLink())
      if (account.leadsTo) return reply.redirect(account.leadsTo, 303)
      const { country, name } = account
      const form = { ...EMPTY, name: name ?? '' }
      return sendPage(reply, 200, renderOnboarding({ country, form, fault: null }))
    })

    scope.post<{ Params: { link: string } }>(
      '/sandbox/onboarding/:link',
      async (request, reply) => {
        const account = await gateway.findLink(request.params.link)
        if (!account) return sendPage(reply, 404, renderNoLink())
        const form: IdentityForm = {
          name: readField(request.body, 'name', 80),
          birthday: readField(request.body, 'birthday'),
          bank: readField(request.body, 'bank'),
        }
        const verdict = await gateway.identify(request.params.link, form)
        if (verdict === 'ended' || verdict.accepted) {
          const now = await gateway.findLink(request.params.link)
          if (now?.leadsTo) return reply.redirect(now.leadsTo, 303)
          return sendPage(reply, 404, renderNoLink())
        }
        const { country } = account
        return sendPage(reply, 422, renderOnboarding({ country, form, fault: verdict }))
      },
    )
  })
}
