import { type Html, html } from '@vignette/contract/html.ts'
import type { FastifyInstance } from 'fastify'
import { acceptForms, layout, readField, sendPage } from '../../hosted-page.ts'
import type { BankDetails, PayoutGateway } from '../spec.ts'
import type { DetailsForm, Verdict } from './check-details.ts'

interface DetailsPage {
  form: DetailsForm
  fault: { field: keyof DetailsForm; message: string } | null
}

function errorOf(
  page: DetailsPage,
  name: keyof DetailsForm,
): { text: Html | null; mark: Html | null } {
  if (page.fault?.field !== name) return { text: null, mark: null }
  return {
    text: html`<p class="error" id="${name}-error">${page.fault.message}</p>`,
    mark: html` aria-invalid="true" aria-describedby="${name}-error" autofocus`,
  }
}

function field(page: DetailsPage, name: keyof DetailsForm, label: string, attributes: Html): Html {
  const { text, mark } = errorOf(page, name)
  return html`<div class="field wide">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${page.form[name]}" ${attributes}${mark}>
${text}</div>`
}

function choice(page: DetailsPage): Html {
  const { text, mark } = errorOf(page, 'kind')
  const option = (value: string, label: string) =>
    html`<option value="${value}"${page.form.kind === value && ' selected'}>${label}</option>`
  return html`<div class="field wide">
<label for="kind">You are</label>
<select id="kind" name="kind" required${mark}>${option('', 'Choose')}${option('person', 'A person')}${option('firm', 'A firm')}</select>
${text}</div>`
}

function renderDetails(page: DetailsPage): string {
  return layout({
    notice: null,
    title: `${page.fault ? 'Error: ' : ''}Your bank account`,
    body: html`<section class="order" aria-labelledby="account">
<h1 id="account">Your bank account</h1>
<p class="promise">What you have earned is transferred to this account. The details are stored encrypted, and shown by their last four characters alone.</p>
</section>
<section class="card" aria-labelledby="where">
<h2 id="where">Where the money goes</h2>
<form method="post" novalidate>
${field(page, 'name', 'Account holder', html`required autocomplete="name" maxlength="80"`)}
${choice(page)}
${field(page, 'account', 'IBAN or account number', html`required autocomplete="off" maxlength="50" spellcheck="false"`)}
${field(page, 'bank', 'Bank code (without IBAN: routing number, sort code, BSB or BIC)', html`autocomplete="off" maxlength="30" spellcheck="false"`)}
<button type="submit">Save account</button>
</form>
</section>`,
  })
}

function renderNoForm(): string {
  return layout({
    notice: null,
    title: 'This link leads nowhere',
    body: html`<section class="card closed"><h1>This link leads nowhere</h1><p>Open your payout account from your studio again.</p></section>`,
  })
}

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

export interface ManualPayouts extends PayoutGateway {
  id: 'manual'
  /** `leadsTo` is set where the link was used or is too old. */
  findLink(link: string): Promise<{ leadsTo: string | null } | null>
  /** Takes the form's bank details. */
  keepDetails(link: string, form: DetailsForm): Promise<Verdict | 'ended'>
  findBankDetails(payoutId: string): Promise<BankDetails | null>
  mount(server: FastifyInstance): Promise<void>
}
