import {
  CLAIM_KINDS,
  CLAIM_LIMITS,
  CLAIM_WORDS,
  type ClaimField,
  type ClaimKind,
} from '@vignette/contract/claim-words.ts'
import { formatUtcMoment } from '@vignette/contract/dates.ts'
import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { pagePolicy, pageStyle, renderPage } from '../../platform/http/html-page.ts'
import type { ClaimRow } from '../../schema/claims.ts'
import type { ClaimFaults, ClaimForm } from './file-claim.ts'

const STYLE = pageStyle(`
*{box-sizing:border-box}
body{min-height:100vh;overflow-wrap:anywhere}
.top{border-bottom:1px solid var(--line)}
.top a{display:inline-flex;align-items:center;min-height:3.5rem;font-weight:600;text-decoration:none}
.top div,main{max-width:42rem;margin:0 auto;padding:0 1rem}
main{padding-top:2.5rem;padding-bottom:5rem}
h1{margin:0 0 .75rem;font-size:1.875rem;line-height:1.2;font-weight:600;letter-spacing:-.02em}
h2{margin:2.5rem 0 .75rem;font-size:1.25rem;font-weight:600}
p{margin:.5rem 0;max-width:65ch}
a{color:inherit;text-underline-offset:3px}
.quiet{color:var(--muted)}
.kinds{list-style:none;margin:1.5rem 0;padding:0;border:1px solid var(--line);border-radius:12px;background:var(--surface);overflow:hidden}
.kinds li+li{border-top:1px solid var(--line)}
.kinds a{display:block;padding:1rem 1.25rem;text-decoration:none}
.kinds a:hover{background:var(--sunken)}
.kinds a:focus-visible{outline-offset:-2px}
.kinds strong{display:block;font-weight:600;text-decoration:underline;text-underline-offset:3px}
label,legend{display:block;padding:0;font-weight:500}
.field{margin-top:1.5rem}
.hint,.error{margin:.25rem 0 .5rem;font-size:.9375rem;line-height:1.45;color:var(--muted)}
.error{color:var(--danger);font-weight:500}
input[type=text],input[type=email],textarea{display:block;width:100%;min-height:3rem;padding:.625rem .875rem;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit}
textarea{min-height:7rem;resize:vertical}
[aria-invalid]{border-color:var(--danger);box-shadow:inset 0 0 0 1px var(--danger)}
fieldset{margin:2rem 0 0;padding:0;border:0;min-width:0}
.check{display:flex;gap:.75rem;align-items:flex-start;padding:.5rem 0;font-weight:400}
.check input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--accent)}
button{min-height:3rem;margin-top:1.5rem;padding:0 1.75rem;border:0;border-radius:999px;background:var(--ink);color:var(--ground);font:inherit;font-weight:600;cursor:pointer}
button:hover{opacity:.88}
.summary{margin:1.5rem 0;padding:1rem 1.25rem;border-radius:8px;background:var(--danger-wash);color:var(--danger)}
.card{margin:1.5rem 0;padding:1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
.number{margin:0;font-size:2rem;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums}
dl{margin:0;display:grid;gap:.75rem}
dt{font-size:.9375rem;color:var(--muted)}
dd{margin:0;white-space:pre-line}
`)

export const CLAIM_CSP = pagePolicy(STYLE)

export interface ClaimSite {
  name: string
  contact: string | undefined
}

function layout(site: ClaimSite, title: string, body: Html): string {
  return renderPage({
    title: `${title} · ${site.name}`,
    style: STYLE,
    body: html`<header class="top"><div><a href="/">${site.name}</a></div></header>
<main>${body}</main>`,
  })
}

/** The first of two steps: what the claim is about. */
export function renderKinds(site: ClaimSite): string {
  const kinds = CLAIM_KINDS.map(
    (kind) =>
      html`<li><a href="/claims?kind=${kind}"><strong>${CLAIM_WORDS[kind].title}</strong> <span class="quiet">${CLAIM_WORDS[kind].about}</span></a></li>`,
  )
  return layout(
    site,
    'Claim a right',
    html`<h1>Claim a right</h1>
<p>Is something on ${site.name} against your rights or against the law? Tell us here. You need no account, and it is free.</p>
<ul class="kinds">
${htmlLines(kinds)}
</ul>
<p class="quiet">You get a number at once. A person looks at each claim, and you are told the decision and its reason. Whoever put up what you claim about is told the decision too, but neither your name nor how to reach you, except in a dispute about copyright, where the law asks for it.</p>`,
  )
}

export const EMPTY_FORM: ClaimForm = {
  places: '',
  work: '',
  reason: '',
  email: '',
  contact: '',
  signature: '',
  sworn: false,
}

/** The form of one kind; after a fault with what was written, and the faults beside their fields. */
export function renderForm(
  site: ClaimSite,
  kind: ClaimKind,
  form: ClaimForm = EMPTY_FORM,
  faults: ClaimFaults = {},
): string {
  const words = CLAIM_WORDS[kind]
  const count = Object.keys(faults).length
  const field = (name: ClaimField, label: string, hint: string, how: How = {}) =>
    renderField({ name, label, hint, value: form[name], fault: faults[name], ...how })
  return layout(
    site,
    words.title,
    html`<h1>${words.title}</h1>
<p>${words.about} <a href="/claims">It is about something else</a></p>
${count > 0 && html`<p class="summary" role="alert">${count === 1 ? 'One thing is' : `${count} things are`} missing or not right below. Nothing was sent so far.</p>`}
<form method="post" action="/claims?kind=${kind}" novalidate>
${field('places', 'Where it is', 'The address of each page or file on this site, one in a line.', { lines: true })}
${words.work && field('work', words.work.label, words.work.hint, { lines: true })}
${words.reason && field('reason', words.reason.label, words.reason.hint, { lines: true, optional: words.reason.optional })}
${field('email', 'Your e-mail address', words.emailOptional ? 'For the decision. Without it, keep the address of the page that you get next.' : 'We write to you there.', { type: 'email', optional: words.emailOptional })}
${words.contact && field('contact', words.contact.label, words.contact.hint, { optional: words.contact.optional })}
<fieldset${faults.sworn ? html` aria-describedby="sworn-error"` : null}>
<legend>Please confirm</legend>
${faults.sworn && html`<p class="error" id="sworn-error">${faults.sworn}</p>`}
${words.sworn.map(
  (sentence, at) =>
    html`<label class="check"><input type="checkbox" name="sworn${at}" value="yes"${form.sworn && html` checked`}> <span>${sentence}</span></label>\n`,
)}
</fieldset>
${field('signature', 'Your full name, as your signature', 'Writing it here signs the claim.', {})}
<button>Send the claim</button>
</form>
<p class="quiet">A claim that you know to be false can make you liable.</p>`,
  )
}

interface How {
  lines?: boolean
  optional?: boolean | undefined
  type?: 'email'
}

export function renderField({
  name,
  label,
  hint,
  value,
  fault,
  lines,
  optional,
  type,
}: How & {
  name: string
  label: string
  hint: string
  value: string
  fault: string | undefined
}): Html {
  const told = html` aria-describedby="${name}-hint${fault && ` ${name}-error`}"${fault && html` aria-invalid="true"`}`
  const most = CLAIM_LIMITS[name as keyof typeof CLAIM_LIMITS] ?? 200
  const common = html` id="${name}" name="${name}" maxlength="${most}"${!optional && html` required`}${told}`
  return html`<div class="field"><label for="${name}">${label}${optional && html` <span class="quiet">(if you like)</span>`}</label>
<p class="hint" id="${name}-hint">${hint}</p>
${fault && html`<p class="error" id="${name}-error">${fault}</p>`}
${
  lines
    ? html`<textarea${common}>${value}</textarea>`
    : html`<input type="${type ?? 'text'}"${common} value="${value}"${type === 'email' && html` autocomplete="email"`}>`
}</div>`
}

/** What the claimant reads at once, and whenever the claim is opened again. */
export function renderClaim(site: ClaimSite, claim: ClaimRow): string {
  return layout(
    site,
    `Claim ${claim.number}`,
    html`<h1>Your claim</h1>
<p class="number">${claim.number}</p>
<p>${CLAIM_WORDS[claim.kind].title}. We got it on ${formatUtcMoment(claim.createdAt.toISOString())}.</p>
<h2>How it stands</h2>
<p>A person looks at it by ${formatUtcMoment(claim.dueAt.toISOString())}.</p>
${
  claim.email
    ? html`<p>We write to ${claim.email} when there is a decision.</p>`
    : html`<p>You gave no e-mail address. Keep the address of this page: here you find the decision.</p>`
}
<p class="quiet">Whoever has the address of this page can open it.${site.contact && html` Questions: ${site.contact}`}</p>
<h2>What you wrote</h2>
<div class="card"><dl>
${renderFact('Where it is', claim.places)}${renderFact('What it is about', claim.work)}${renderFact('Reason', claim.reason)}${renderFact('You confirmed', claim.sworn)}${renderFact('Signed', claim.signature)}
</dl></div>`,
  )
}

export const renderFact = (name: string, text: string): Html | null =>
  text === '' ? null : html`<div><dt>${name}</dt><dd>${text}</dd></div>\n`

/** For a key that is cut, forged or too old, and for a refusal. */
export function renderRefusal(site: ClaimSite, title: string, text: string): string {
  return layout(
    site,
    title,
    html`<h1>${title}</h1><p>${text}</p><p><a href="/claims">Claim a right</a></p>`,
  )
}
