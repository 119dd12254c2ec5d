import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { type Html, html, htmlLines } from '../../../platform/html.ts'
import { acceptForms, layout, readField, sendPage } from '../../hosted-page.ts'
import type { DisputeMove } from './change-dispute.ts'
import type { SandboxGateway } from './sandbox-gateway.ts'
import type { SandboxDispute } from './tables.ts'

const NOTICE = { title: 'Test bank', text: 'You play the buyer’s bank; no money moves.' }

const STATES: Record<SandboxDispute['state'], string> = {
  inquiry: 'The bank asks about this payment; the money stays',
  opened: 'The bank has taken the money',
  won: 'The bank has given the money back',
  lost: 'The buyer keeps the money',
}

function describe({ state, phase, dueBy }: SandboxDispute): string {
  switch (phase) {
    case 'needs_response':
      return `${STATES[state]}. Evidence is taken until ${formatDay(dueBy.toISOString())}.`
    case 'under_review':
      return `${STATES[state]}, and the evidence is read.`
    case 'appealed':
      return `${STATES[state]}; the seller has appealed.`
    case 'ended':
      return `${STATES[state]}.`
  }
}

const MOVES: Record<DisputeMove, string> = {
  won: 'Decide for the seller',
  lost: 'Decide for the buyer',
  appealed: 'The seller appeals',
  disputed: 'Take the money',
  dropped: 'Let it be',
}

/** The page on which a person plays the bank of a test dispute. */
function renderDispute(dispute: SandboxDispute, moves: readonly DisputeMove[]): string {
  const { reason, amount, evidence } = dispute
  const sent = Object.entries(evidence ?? {}).filter(([, text]) => text)
  const buttons = moves.map(
    (move) =>
      html`<form method="post"><input type="hidden" name="move" value="${move}"><button type="submit">${MOVES[move]}</button></form>`,
  )
  const evidenceList = sent.map(
    ([name, text]) => html`<li><code>${name}</code> <span>${lines(text)}</span></li>`,
  )
  return layout({
    notice: NOTICE,
    title: `Dispute of ${formatCents(amount)} · Test bank`,
    body: html`<section class="order" aria-labelledby="dispute">
<h1 id="dispute">Dispute · ${reason.replaceAll('_', ' ')}</h1>
<p class="price">${formatCents(amount)}</p>
<p class="promise">${describe(dispute)}</p>
</section>
<section class="card" aria-labelledby="decide">
<h2 id="decide">What the bank does</h2>
${buttons.length > 0 ? htmlLines(buttons) : html`<p>Nothing more happens here.</p>`}
<details${sent.length > 0 && ' open'}><summary>Evidence</summary>${
      sent.length > 0 ? html`<ul>${evidenceList}</ul>` : html`<p>None has arrived.</p>`
    }</details>
</section>`,
  })
}

function renderNoDispute(message: string): string {
  return layout({
    notice: NOTICE,
    title: message,
    body: html`<section class="card closed"><h1>${message}</h1></section>`,
  })
}

function lines(text: string | null): Html[] {
  return (text ?? '').split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)
}

type At = { Params: { id: string } }

/** Serves the page on which a person plays the bank, at the dispute's id, which is not guessable. */
export async function registerSandboxDisputes(
  server: FastifyInstance,
  gateway: SandboxGateway,
): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope)

    scope.get<At>('/sandbox/disputes/:id', async (request, reply) => {
      const found = await gateway.findDispute(request.params.id)
      return found
        ? sendPage(reply, 200, renderDispute(found.row, found.moves))
        : sendPage(reply, 404, renderNoDispute('There is no such dispute'))
    })

    scope.post<At>('/sandbox/disputes/:id', async (request, reply) => {
      const { id } = request.params
      const found = await gateway.findDispute(id)
      if (!found) return sendPage(reply, 404, renderNoDispute('There is no such dispute'))
      const asked = readField(request.body, 'move')
      const move = found.moves.find((each): each is DisputeMove => each === asked)
      // A second click finds the dispute moved, and sees the same page.
      if (move) await gateway.moveDispute(id, move)
      return reply.redirect(`/sandbox/disputes/${encodeURIComponent(id)}`, 303)
    })
  })
}
