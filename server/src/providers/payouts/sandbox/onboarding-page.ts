import type { FastifyInstance } from 'fastify'
import { type Html, html } from '../../../platform/html.ts'
import { acceptForms, layout, readField, sendPage } from '../../hosted-page.ts'
import type { PayoutGateway } from '../spec.ts'
import type { IdentityForm, Verdict } from './check-identity.ts'
import type { BankAnswer } from './settle-bank-payouts.ts'

interface OnboardingPage {
  country: string
  form: IdentityForm
  fault: { field: keyof IdentityForm; message: string } | null
}

const NOTICE = {
  title: 'Test account',
  text: 'No real bank account is asked for, no money moves.',
}

const TEST_IDENTITIES = [
  ['000123456789', 'is paid after a minute'],
  ['000111111116', 'fails: the bank knows no such account'],
  ['000999999990', 'hangs: the bank does not answer'],
  ['000999999991', 'is paid, and returned a minute later'],
  ['1901-01-01', 'as date of birth: a document is missing'],
  ['Rejected', 'as name: the account is refused'],
] as const

function field(
  page: OnboardingPage,
  name: keyof IdentityForm,
  label: string,
  attributes: Html,
): Html {
  const wrong = page.fault?.field === name
  const error = wrong
    ? html`<p class="error" id="${name}-error">${page.fault?.message ?? ''}</p>`
    : null
  return html`<div class="field wide">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${page.form[name]}" required ${attributes}${wrong && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`}>
${error}</div>`
}

function renderOnboarding(page: OnboardingPage): string {
  const examples = TEST_IDENTITIES.map(
    ([what, outcome]) => html`<li><code>${what}</code> <span>${outcome}</span></li>`,
  )
  return layout({
    notice: NOTICE,
    title: `${page.fault ? 'Error: ' : ''}Your payout account · Test account`,
    body: html`<section class="order" aria-labelledby="account">
<h1 id="account">Your payout account</h1>
<p class="promise">The sandbox pays what you have earned to this account.</p>
</section>
<section class="card" aria-labelledby="who">
<h2 id="who">Who is paid, and where</h2>
<form method="post" novalidate>
${field(page, 'name', 'Full name', html`autocomplete="name" maxlength="80"`)}
${field(page, 'birthday', 'Date of birth', html`autocomplete="bday" placeholder="1990-01-31" maxlength="10" spellcheck="false"`)}
${field(page, 'bank', 'Bank account number', html`inputmode="numeric" autocomplete="off" placeholder="000123456789" maxlength="34" spellcheck="false"`)}
<button type="submit">Save account</button>
</form>
<details><summary>Details to test with</summary><ul>${examples}</ul></details>
</section>`,
  })
}

function renderNoLink(): string {
  return layout({
    notice: NOTICE,
    title: 'This link leads nowhere',
    body: html`<section class="card closed"><h1>This link leads nowhere</h1><p>Open your payout account from your studio again.</p></section>`,
  })
}

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

/** What the onboarding page shows; `leadsTo` is set where the link was used or is too old. */
interface OnboardingLink {
  country: string
  name: string | null
  leadsTo: string | null
}

export interface SandboxPayouts extends PayoutGateway {
  id: 'sandbox'
  findLink(link: string): Promise<OnboardingLink | null>
  /** Takes the onboarding page's form. */
  identify(link: string, form: IdentityForm): Promise<Verdict | 'ended'>
  /** Actions of the vendor's staff or of a bank, for operators of a sandbox and for tests. */
  restrict(accountId: string, what: { missing: string[]; missingBy: Date | null }): Promise<void>
  settleBankPayout(id: string, what: BankAnswer): Promise<void>
  deliverEvents(): Promise<void>
  mount(server: FastifyInstance): Promise<void>
}
