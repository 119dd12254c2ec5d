import {
  CLAIM_KINDS,
  CLAIM_LIMITS,
  CLAIM_WORDS,
  type ClaimField,
  type ClaimKind,
  type ClaimState,
  COUNTER_NOTICE,
  OBJECTION_LIMITS,
} from '@vignette/contract/claim-words.ts'
import { formatUtcMoment } from '@vignette/contract/dates.ts'
import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { pagePolicy, pageStyle, renderPage } from '../../platform/http/html-page.ts'
import type { ClaimItemRow, ClaimObjectionRow, ClaimRow } from '../../schema/claims.ts'
import type { ClaimFaults, ClaimForm } from './file-claim.ts'
import type { ObjectionFaults, ObjectionForm } from './object-to-claim.ts'

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
.foot{margin-top:3rem}
`)

export const CLAIM_CSP = pagePolicy(STYLE)

export interface ClaimSite {
  name: string
  contact: string | undefined
  /** Whether there is an imprint. */
  imprint: boolean
}

function layout(site: ClaimSite, title: string, body: Html): string {
  return renderPage({
    title: `${title} · ${site.name}`,
    style: STYLE,
    body: html`<header class="top"><div><a href="/">${site.name}</a></div></header>
<main>${body}
${site.imprint && html`<p class="foot"><a href="/imprint">Imprint</a></p>`}</main>`,
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
<p class="quiet">You get a number at once. A person looks at each claim, and you are told the decision and its reason. Whoever put up what you claim about is told the decision too, but neither your name nor how to reach you.</p>`,
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
${words.sworn.map((sentence, at) => renderCheck(at, sentence, form.sworn))}
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
  most?: number
}

function renderField({
  name,
  label,
  hint,
  value,
  fault,
  lines,
  optional,
  type,
  most = CLAIM_LIMITS[name as keyof typeof CLAIM_LIMITS] ?? 200,
}: How & {
  name: string
  label: string
  hint: string
  value: string
  fault: string | undefined
}): Html {
  const told = html` aria-describedby="${name}-hint${fault && ` ${name}-error`}"${fault && html` aria-invalid="true"`}`
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

const STANDS: Record<ClaimState, string> = {
  open: '',
  hidden: 'What it names is hidden from other people until there is a decision.',
  taken_down: 'We followed it. What it names, and the copies that we found, are taken down.',
  rejected: 'A person looked at it and did not follow it.',
}

const when = (date: Date) => formatUtcMoment(date.toISOString())

interface Shown {
  claim: ClaimRow
  /** Of the reader. */
  key: string
  /** What was just refused. */
  fault?: string | undefined
}

/** What the claimant reads at once, and whenever the claim is opened again. */
export function renderClaim(
  site: ClaimSite,
  { claim, key, fault }: Shown,
  objections: readonly ClaimObjectionRow[],
): string {
  const { kind, state, statement } = claim
  const isOpen = state === 'open' || state === 'hidden'
  return layout(
    site,
    `Claim ${claim.number}`,
    html`<h1>Your claim</h1>
<p class="number">${claim.number}</p>
<p>${CLAIM_WORDS[kind].title}. We got it on ${when(claim.createdAt)}.</p>
${fault && html`<p class="summary" role="alert">${fault}</p>`}
<h2>How it stands</h2>
${STANDS[state] && html`<p>${STANDS[state]}</p>`}
${isOpen && html`<p>A person looks at it by ${when(claim.dueAt)}.</p>`}
${statement && html`<p>The reason: ${statement}</p>`}
${objections.map((one) => renderCounter(claim, key, one))}
${
  claim.email
    ? html`<p>We write to ${claim.email} when there is news.</p>`
    : html`<p>You gave no e-mail address. Keep the address of this page: here you find the decision.</p>`
}
<p class="quiet">Whoever has the address of this page can open it.${site.contact && html` Questions: ${site.contact}`}</p>
<h2>What you wrote</h2>
<div class="card"><dl>
${renderFact('Where it is', claim.places)}${renderFact('What it is about', claim.work)}${renderFact('Reason', claim.reason)}${renderFact('You confirmed', claim.sworn)}${renderFact('Signed', claim.signature)}
</dl></div>`,
  )
}

/** A counter-notice, which its claimant can answer by asking a court. */
function renderCounter(
  { number }: ClaimRow,
  key: string,
  { text, outcome, restoreAt, goesOnAt }: ClaimObjectionRow,
): Html | null {
  if (!restoreAt) return null
  if (outcome === 'upheld') return html`<p>After a counter-notice it is shown again.</p>`
  if (outcome === 'refused') return null
  if (goesOnAt)
    return html`<p>You told us on ${when(goesOnAt)} that you asked a court. It stays hidden.</p>`
  return html`<div class="card"><p><strong>There is a counter-notice.</strong> It is shown again by itself after ${when(restoreAt)}.</p>
<dl>${renderFact('Its words', text)}</dl>
<form method="post" action="/claims/${number}">
<input type="hidden" name="key" value="${key}">
<button>I have asked a court to stop it</button>
</form></div>`
}

const ITEM_STANDS: Record<ClaimItemRow['state'], string> = {
  open: 'Visible, as you set it',
  hidden: 'Hidden for now',
  taken_down: 'Taken down',
  rejected: 'Visible, as you set it',
  restored: 'Shown again',
}

export const EMPTY_OBJECTION: ObjectionForm = { text: '', contact: '', signature: '', sworn: false }

/** What the owner of a claimed thing reads: the statement of reasons, and how to object. */
export function renderDecision(
  site: ClaimSite,
  { claim, key, fault }: Shown,
  own: {
    items: readonly { title: string; state: ClaimItemRow['state'] }[]
    objection: ClaimObjectionRow | undefined
    automated: boolean
  },
  form: ObjectionForm = EMPTY_OBJECTION,
  faults: ObjectionFaults = {},
): string {
  const isDown = own.items.some(({ state }) => state === 'hidden' || state === 'taken_down')
  const list = own.items.map(
    ({ title, state }) => html`<div><dt>${title}</dt><dd>${ITEM_STANDS[state]}</dd></div>`,
  )
  return layout(
    site,
    `Decision about claim ${claim.number}`,
    html`<h1>A claim about something of yours</h1>
<p class="number">${claim.number}</p>
${fault && html`<p class="summary" role="alert">${fault}</p>`}
<div class="card"><dl>
${htmlLines(list)}
${renderFact('Ground', CLAIM_WORDS[claim.kind].title)}${renderFact('Reason', claim.statement)}${renderFact('Decided by', own.automated ? 'the clock, and not a person' : 'a person, without software that judges')}${own.objection && renderFact('Your objection', own.objection.text)}${own.objection?.outcome && renderFact('Decision about it', own.objection.statement)}
</dl></div>
${
  own.objection
    ? renderWaiting(own.objection)
    : isDown
      ? renderObjection(claim, key, form, faults)
      : html`<p>There is nothing to object to now.</p>`
}
<p class="quiet">You may also go to a court, or to a body for the settlement of disputes out of court.${site.contact && html` Questions: ${site.contact}`}</p>`,
  )
}

function renderWaiting({ outcome, restoreAt, goesOnAt }: ClaimObjectionRow): Html | null {
  if (outcome) return null
  if (goesOnAt) return html`<p>Whoever claims has asked a court, so it stays hidden.</p>`
  return restoreAt
    ? html`<p>It is shown again by itself after ${when(restoreAt)}, unless whoever claims asks a court before.</p>`
    : html`<p>A person looks at your objection, and you are told.</p>`
}

function renderObjection(
  { kind, number }: ClaimRow,
  key: string,
  form: ObjectionForm,
  faults: ObjectionFaults,
): Html {
  const isCounter = kind === 'copyright'
  const count = Object.keys(faults).length
  const hint = isCounter
    ? 'Say what was removed, where it stood, and why that was a mistake. Whoever claims reads all of this.'
    : 'Say in your own words what we did not see. A person reads it.'
  const field = (name: 'text' | 'contact' | 'signature', label: string, hint_: string) =>
    renderField({
      name,
      label,
      hint: hint_,
      value: form[name],
      fault: faults[name],
      lines: name === 'text',
      most: OBJECTION_LIMITS[name],
    })
  return html`<h2>${isCounter ? 'Send a counter-notice' : 'Object'}</h2>
${count > 0 && html`<p class="summary" role="alert">Something is missing or not right below. Nothing was sent so far.</p>`}
<form method="post" action="/claims/${number}" novalidate>
<input type="hidden" name="key" value="${key}">
${field('text', 'Why this is wrong', hint)}
${isCounter && field('contact', 'Your name, address and telephone number', 'The law asks for them, and whoever claims gets them.')}
${
  isCounter &&
  html`<fieldset><legend>Please confirm</legend>
${faults.sworn && html`<p class="error">${faults.sworn}</p>`}
${COUNTER_NOTICE.map((sentence, at) => renderCheck(at, sentence, form.sworn))}
</fieldset>`
}
${isCounter && field('signature', 'Your full name, as your signature', 'Writing it here signs the counter-notice.')}
<button>Send</button>
</form>`
}

const renderCheck = (at: number, sentence: string, checked: boolean) =>
  html`<label class="check"><input type="checkbox" name="sworn${at}" value="yes"${checked && html` checked`}> <span>${sentence}</span></label>\n`

const renderFact = (name: string, text: string): Html | null =>
  text === '' ? null : html`<div><dt>${name}</dt><dd>${text}</dd></div>\n`

/** For a key that is cut, forged or too old, and for a refusal. */
export function renderRefusal(site: ClaimSite, title: string, text: string): string {
  return layout(
    site,
    title,
    html`<h1>${title}</h1><p>${text}</p><p><a href="/claims">Claim a right</a></p>`,
  )
}
