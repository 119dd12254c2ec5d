import { escapeHtml } from '../../../platform/http/html-page.ts'
import { layout } from '../../hosted-page/layout.ts'
import type { DetailsForm } from './check-details.ts'

interface DetailsPage {
  form: DetailsForm
  fault: { field: keyof DetailsForm; message: string } | null
}

function errorOf(page: DetailsPage, name: keyof DetailsForm): { text: string; mark: string } {
  if (page.fault?.field !== name) return { text: '', mark: '' }
  return {
    text: `<p class="error" id="${name}-error">${escapeHtml(page.fault.message)}</p>`,
    mark: ` aria-invalid="true" aria-describedby="${name}-error" autofocus`,
  }
}

function field(
  page: DetailsPage,
  name: keyof DetailsForm,
  label: string,
  attributes: string,
): string {
  const { text, mark } = errorOf(page, name)
  return `<div class="field wide">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(page.form[name])}" ${attributes}${mark}>
${text}</div>`
}

function choice(page: DetailsPage): string {
  const { text, mark } = errorOf(page, 'kind')
  const option = (value: string, label: string) =>
    `<option value="${value}"${page.form.kind === value ? ' selected' : ''}>${label}</option>`
  return `<div class="field wide">
<label for="kind">You are</label>
<select id="kind" name="kind" required${mark}>${option('', 'Choose')}${option('person', 'A person')}${option('firm', 'A firm')}</select>
${text}</div>`
}

export function renderDetails(page: DetailsPage): string {
  return layout({
    notice: null,
    title: `${page.fault ? 'Error: ' : ''}Your bank account`,
    body: `<section class="order" aria-labelledby="account">
<h1 id="account">Your bank account</h1>
<p class="promise">What you have earned is transferred to this account. The details are stored encrypted, and shown by their last four characters alone.</p>
</section>
<section class="card" aria-labelledby="where">
<h2 id="where">Where the money goes</h2>
<form method="post" novalidate>
${field(page, 'name', 'Account holder', 'required autocomplete="name" maxlength="80"')}
${choice(page)}
${field(page, 'account', 'IBAN or account number', 'required autocomplete="off" maxlength="50" spellcheck="false"')}
${field(page, 'bank', 'Bank code (without IBAN: routing number, sort code, BSB or BIC)', 'autocomplete="off" maxlength="30" spellcheck="false"')}
<button type="submit">Save account</button>
</form>
</section>`,
  })
}

export function renderNoForm(): string {
  return layout({
    notice: null,
    title: 'This link leads nowhere',
    body: '<section class="card closed"><h1>This link leads nowhere</h1><p>Open your payout account from your studio again.</p></section>',
  })
}
