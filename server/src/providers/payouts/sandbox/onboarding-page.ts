import { escapeHtml } from '../../../platform/http/html-page.ts'
import { layout } from '../../hosted-page/layout.ts'
import type { IdentityForm } from './check-identity.ts'

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
  attributes: string,
): string {
  const wrong = page.fault?.field === name
  const error = wrong
    ? `<p class="error" id="${name}-error">${escapeHtml(page.fault?.message ?? '')}</p>`
    : ''
  return `<div class="field wide">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(page.form[name])}" required ${attributes}${wrong ? ` aria-invalid="true" aria-describedby="${name}-error" autofocus` : ''}>
${error}</div>`
}

export function renderOnboarding(page: OnboardingPage): string {
  const examples = TEST_IDENTITIES.map(
    ([what, outcome]) => `<li><code>${what}</code> <span>${outcome}</span></li>`,
  ).join('')
  return layout({
    notice: NOTICE,
    title: `${page.fault ? 'Error: ' : ''}Your payout account · Test account`,
    body: `<section class="order" aria-labelledby="account">
<h1 id="account">Your payout account</h1>
<p class="promise">The sandbox pays what you have earned to this account.</p>
</section>
<section class="card" aria-labelledby="who">
<h2 id="who">Who is paid, and where</h2>
<form method="post" novalidate>
${field(page, 'name', 'Full name', 'autocomplete="name" maxlength="80"')}
${field(page, 'birthday', 'Date of birth', 'autocomplete="bday" placeholder="1990-01-31" maxlength="10" spellcheck="false"')}
${field(page, 'bank', 'Bank account number', 'inputmode="numeric" autocomplete="off" placeholder="000123456789" maxlength="34" spellcheck="false"')}
<button type="submit">Save account</button>
</form>
<details><summary>Details to test with</summary><ul>${examples}</ul></details>
</section>`,
  })
}

export function renderNoLink(): string {
  return layout({
    notice: NOTICE,
    title: 'This link leads nowhere',
    body: '<section class="card closed"><h1>This link leads nowhere</h1><p>Open your payout account from your studio again.</p></section>',
  })
}
