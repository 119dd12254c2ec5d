import { identify, reject, restrict } from '../account.ts'
import type { Books } from '../store.ts'
import { payOut } from '../transfer.ts'
import { checkIdentity, type IdentityForm, type Verdict } from './check-identity.ts'
import { type Desk, type Form, type Page, type PageKit, readField } from './page.ts'

interface OnboardingPage {
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

const EMPTY: IdentityForm = { name: '', birthday: '', bank: '' }

/** The page where a creator tells who is paid and where. */
export function onboardingPage<Html>({ store }: Desk, kit: PageKit<Html>): Page {
  const noLink = () => ({ status: 404, html: renderNoLink(kit) })
  return {
    address: '/sandbox/onboarding/:id',

    async show(id) {
      const found = await store.read((books) => findLink(books, id))
      if (!found) return noLink()
      if (found.leadsTo) return { redirect: found.leadsTo }
      const form = { ...EMPTY, name: found.name ?? '' }
      return { status: 200, html: renderOnboarding(kit, { form, fault: null }) }
    },

    async submit(id, given) {
      const form = readIdentity(given)
      const verdict = await store.write((books) => takeIdentity(books, id, form))
      if (verdict && !verdict.accepted) {
        return { status: 422, html: renderOnboarding(kit, { form, fault: verdict }) }
      }
      const now = await store.read((books) => findLink(books, id))
      return now?.leadsTo ? { redirect: now.leadsTo } : noLink()
    },
  }
}

/** What the page shows; `leadsTo` is set where the link was used or is too old. */
async function findLink(books: Books, id: string) {
  const link = await books.find('v2.core.account_link', id)
  if (!link) return undefined
  const { used, returnUrl, refreshUrl } = link.own
  const isOver = Date.parse(link.expires_at) <= books.now * 1000
  const leadsTo = used ? returnUrl : isOver ? refreshUrl : null
  const { own } = await books.get('v2.core.account', link.account)
  return { link, leadsTo, name: own.name }
}

/** Undefined where the link is used, too old or unknown. */
async function takeIdentity(
  books: Books,
  id: string,
  form: IdentityForm,
): Promise<Verdict | undefined> {
  const found = await findLink(books, id)
  if (!found || found.leadsTo) return undefined
  const verdict = checkIdentity(form, new Date(books.now * 1000))
  if (!verdict.accepted) return verdict
  const { account, own: link } = found.link
  const { state, name, bank, bankLast4 } = verdict
  const own = { name, bank, bankLast4 }
  if (state === 'rejected') await reject(books, account, own)
  else if (state === 'unknown') {
    const description = 'a_document_that_shows_your_date_of_birth'
    const why = 'No register knows this name with this date of birth.'
    const time = new Date(books.now * 1000)
    await restrict(books, account, { description, why, time, own })
  } else {
    await identify(books, account, own)
    await payOut(books, account)
  }
  await books.put('v2.core.account_link', { ...found.link, own: { ...link, used: true } })
  return verdict
}

function readIdentity(form: Form): IdentityForm {
  return {
    name: readField(form, 'name', 80),
    birthday: readField(form, 'birthday'),
    bank: readField(form, 'bank'),
  }
}

function field<Html>(
  { html }: PageKit<Html>,
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

function renderOnboarding<Html>(kit: PageKit<Html>, page: OnboardingPage): string {
  const { html, layout } = kit
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
${field(kit, page, 'name', 'Full name', html`autocomplete="name" maxlength="80"`)}
${field(kit, page, 'birthday', 'Date of birth', html`autocomplete="bday" placeholder="1990-01-31" maxlength="10" spellcheck="false"`)}
${field(kit, page, 'bank', 'Bank account number', html`inputmode="numeric" autocomplete="off" placeholder="000123456789" maxlength="34" spellcheck="false"`)}
<button type="submit">Save account</button>
</form>
<details><summary>Details to test with</summary><ul>${examples}</ul></details>
</section>`,
  })
}

function renderNoLink<Html>({ html, layout }: PageKit<Html>): string {
  return layout({
    notice: NOTICE,
    title: 'This link leads nowhere',
    body: html`<section class="card closed"><h1>This link leads nowhere</h1><p>Open your payout account from your studio again.</p></section>`,
  })
}
