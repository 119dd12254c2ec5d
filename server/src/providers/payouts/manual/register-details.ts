import type { FastifyInstance } from 'fastify'
import { acceptForms, readField, sendPage } from '../../hosted-page/send-page.ts'
import type { DetailsForm } from './check-details.ts'
import { renderDetails, renderNoForm } from './details-page.ts'
import type { ManualPayouts } from './manual-payouts.ts'

/** The form never shows what is stored. */
const EMPTY: DetailsForm = { name: '', kind: '', account: '', bank: '' }
const PATH = '/payout-account/:link'

/** Serves the form for bank details where no vendor has one. */
export async function registerManualDetails(
  server: FastifyInstance,
  gateway: ManualPayouts,
): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope)

    scope.get<{ Params: { link: string } }>(PATH, async (request, reply) => {
      const link = await gateway.findLink(request.params.link)
      if (!link) return sendPage(reply, 404, renderNoForm())
      if (link.leadsTo) return reply.redirect(link.leadsTo, 303)
      return sendPage(reply, 200, renderDetails({ form: EMPTY, fault: null }))
    })

    scope.post<{ Params: { link: string } }>(PATH, async (request, reply) => {
      const form: DetailsForm = {
        name: readField(request.body, 'name', 80),
        kind: readField(request.body, 'kind'),
        account: readField(request.body, 'account', 50),
        bank: readField(request.body, 'bank'),
      }
      const verdict = await gateway.keepDetails(request.params.link, form)
      if (verdict !== 'ended' && !verdict.accepted) {
        return sendPage(reply, 422, renderDetails({ form, fault: verdict }))
      }
      const link = await gateway.findLink(request.params.link)
      if (link?.leadsTo) return reply.redirect(link.leadsTo, 303)
      return sendPage(reply, 404, renderNoForm())
    })
  })
}
