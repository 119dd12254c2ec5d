import { moveDispute } from '../dispute.ts'
import type { Dispute } from '../objects.ts'
import type { Books } from '../store.ts'
import { formatSum } from '../terms.ts'
import { type Desk, type Page, type PageKit, readField } from './page.ts'

const NOTICE = { title: 'Test bank', text: 'You play the buyer’s bank; no money moves.' }

type Status = Dispute['status']

const INQUIRY = 'The bank asks about this payment; the money stays'
const OPENED = 'The bank has taken the money'
const LOST = 'The buyer keeps the money'

const STATES: Record<Status, string> = {
  warning_needs_response: INQUIRY,
  warning_under_review: `${INQUIRY}, and the evidence is read`,
  warning_closed: INQUIRY,
  needs_response: OPENED,
  under_review: `${OPENED}, and the evidence is read`,
  won: 'The bank has given the money back',
  lost: LOST,
  appeal_needs_response: `${LOST}; the seller has appealed`,
  appeal_under_review: `${LOST}; the seller has appealed`,
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function describe({ status, evidence_details: { due_by: dueBy } }: Dispute): string {
  const isAwaited = status === 'needs_response' || status === 'warning_needs_response'
  return isAwaited && dueBy
    ? `${STATES[status]}. Evidence is taken until ${day.format(dueBy * 1000)}.`
    : `${STATES[status]}.`
}

interface Move {
  /** The word of the form. */
  move: string
  to: Status
  label: string
}

const WON: Move = { move: 'won', to: 'won', label: 'Decide for the seller' }
const LOSE: Move = { move: 'lost', to: 'lost', label: 'Decide for the buyer' }
const APPEAL: Move = { move: 'appealed', to: 'appeal_under_review', label: 'The seller appeals' }
const TAKE: Move = { move: 'disputed', to: 'needs_response', label: 'Take the money' }
const DROP: Move = { move: 'dropped', to: 'warning_closed', label: 'Let it be' }

/** What a bank may do next; a lost dispute may be won on appeal, and a won one lost. */
const MOVES: Record<Status, Move[]> = {
  warning_needs_response: [TAKE, DROP],
  warning_under_review: [TAKE, DROP],
  warning_closed: [],
  needs_response: [WON, LOSE],
  under_review: [WON, LOSE],
  won: [LOSE],
  lost: [WON, APPEAL],
  appeal_needs_response: [WON, LOSE],
  appeal_under_review: [WON, LOSE],
}

const movesOf = ({ status }: Dispute) => MOVES[status]

/** The page on which a person plays the bank, at the dispute's id, which is not guessable. */
export function disputePage<Html>({ store }: Desk, kit: PageKit<Html>): Page {
  const none = () => ({ status: 404, html: renderNoDispute(kit) })
  return {
    address: '/sandbox/disputes/:id',

    async show(id) {
      const found = await store.read((books) => findDispute(books, id))
      return found
        ? { status: 200, html: renderDispute(kit, found, (sum) => formatSum(store.terms, sum)) }
        : none()
    },

    async submit(id, form) {
      const asked = readField(form, 'move')
      const isFound = await store.write(async (books) => {
        const dispute = await books.find('dispute', id)
        // A second click finds the dispute moved, and sees the same page.
        const move = dispute && movesOf(dispute).find((each) => each.move === asked)
        if (move) await moveDispute(books, id, move.to)
        return dispute !== undefined
      })
      return isFound ? { redirect: `/sandbox/disputes/${encodeURIComponent(id)}` } : none()
    },
  }
}

/** The dispute, whose file is shown by its name. */
async function findDispute(books: Books, id: string): Promise<Dispute | undefined> {
  const dispute = await books.find('dispute', id)
  const file = dispute?.evidence['uncategorized_file']
  if (!dispute || !file) return dispute
  const name = (await books.find('file', file))?.filename ?? file
  return { ...dispute, evidence: { ...dispute.evidence, uncategorized_file: name } }
}

function renderDispute<Html>(
  { html, layout }: PageKit<Html>,
  dispute: Dispute,
  write: (amount: number) => string,
): string {
  const { reason, amount, evidence } = dispute
  const sent = Object.entries(evidence).filter(([, text]) => text)
  const buttons = movesOf(dispute).map(
    ({ move, label }) =>
      html`<form method="post"><input type="hidden" name="move" value="${move}"><button type="submit">${label}</button></form>\n`,
  )
  const evidenceList = sent.map(
    ([name, text]) =>
      html`<li><code>${name}</code> <span>${(text ?? '').split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</span></li>`,
  )
  return layout({
    notice: NOTICE,
    title: `Dispute of ${write(amount)} · Test bank`,
    body: html`<section class="order" aria-labelledby="dispute">
<h1 id="dispute">Dispute · ${reason.replaceAll('_', ' ')}</h1>
<p class="price">${write(amount)}</p>
<p class="promise">${describe(dispute)}</p>
</section>
<section class="card" aria-labelledby="decide">
<h2 id="decide">What the bank does</h2>
${buttons.length > 0 ? buttons : html`<p>Nothing more happens here.</p>`}
<details${sent.length > 0 && ' open'}><summary>Evidence</summary>${
      sent.length > 0 ? html`<ul>${evidenceList}</ul>` : html`<p>None has arrived.</p>`
    }</details>
</section>`,
  })
}

function renderNoDispute<Html>({ html, layout }: PageKit<Html>): string {
  const message = 'There is no such dispute'
  return layout({
    notice: NOTICE,
    title: message,
    body: html`<section class="card closed"><h1>${message}</h1></section>`,
  })
}
