import { CASE, CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { CaseRow, EvidenceTexts } from '../../schema/cases.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { type PaymentRow } from '../../schema/payments.ts'
import { findMedia } from '../media/index.ts'
import { describeReason, listMoves } from '../payments/index.ts'
import { findCaseAbout } from './case.ts'
import type { Disputed } from './dispute.ts'

type CreationRow = typeof creations.$inferSelect

const LICENSES: Record<PaymentRow['license'], string> = {
  personal: 'private use',
  commercial: 'private and business use',
  'cc-by': 'Creative Commons Attribution 4.0',
}

/** A time (UTC) to the second, as banks read it. */
const moment = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** What our rows say about a disputed sale. Holds no picture, input, prompt or address of the buyer. */
export async function gatherEvidence(ctx: Ctx, disputed: Disputed): Promise<EvidenceTexts> {
  const { payment } = disputed
  const [creation] = payment.creationId
    ? await ctx.db.select().from(creations).where(eq(creations.id, payment.creationId))
    : []
  const [job] = payment.jobId
    ? await ctx.db.select().from(jobs).where(eq(jobs.id, payment.jobId))
    : []
  const delivery =
    payment.proofsShown > 0
      ? await readKeeping(ctx, payment, creation)
      : readDelivery(payment, creation)
  return {
    product: await describeProduct(ctx, payment, creation),
    deliveredOn: delivery.wholeAt?.toISOString().slice(0, 10) ?? null,
    access: listAccess([
      [payment.authorizedAt, `The buyer authorised ${formatCents(payment.amount)} by card.`],
      [job?.createdAt, 'The buyer started the run with inputs of the buyer’s own.'],
      ...delivery.events,
    ]),
    refundPolicy: describeTerms(ctx, payment, creation),
    statement: describeSale(disputed, await findCaseAbout(ctx, payment.id)),
  }
}

type Event = [Date | null | undefined, string]

interface Delivery {
  /** When the buyer had the whole file. */
  wholeAt: Date | null
  events: Event[]
}

function readDelivery(payment: PaymentRow, creation: CreationRow | undefined): Delivery {
  const { deliveredAt = null, openedAt, downloadedAt } = creation ?? {}
  return {
    wholeAt: deliveredAt,
    events: [
      [deliveredAt, 'The finished file was delivered to the buyer’s browser and library.'],
      [payment.capturedAt, `${formatCents(payment.captured)} was charged, after the delivery.`],
      [openedAt, 'The buyer’s browser loaded the creation for the first time.'],
      [downloadedAt, 'The buyer downloaded the file for the first time.'],
    ],
  }
}

/** Of a sale that is proof-first: the proof, the buyer's decision and the whole file are told apart. */
async function readKeeping(
  ctx: Ctx,
  payment: PaymentRow,
  creation: CreationRow | undefined,
): Promise<Delivery> {
  const moves = await listMoves(ctx, payment.id)
  const shown = moves.filter(({ to, creationId }) => to === 'delivered' && creationId)
  const keptAt = moves.find(({ to }) => to === 'capture_requested')?.at ?? null
  const price = `${formatCents(payment.amount)} (${payment.currency.toUpperCase()})`
  return {
    wholeAt: keptAt,
    events: [
      ...shown.map(
        ({ at }, draw): Event => [
          at,
          draw === 0
            ? 'A small, marked proof was ready for the buyer; the whole file stayed closed.'
            : 'The buyer had asked for another proof, and it was ready.',
        ],
      ),
      [creation?.proofSeenAt, 'The buyer’s browser loaded the proof for the first time.'],
      [
        keptAt,
        `The buyer chose Keep for ${price}, the price named beside the proof, and the whole file was opened to the buyer’s browser and library.`,
      ],
      [
        payment.capturedAt,
        `${formatCents(payment.captured)} was charged, after the whole file was opened.`,
      ],
      [creation?.openedAt, 'The buyer’s browser loaded the whole creation for the first time.'],
      [creation?.downloadedAt, 'The buyer downloaded the whole file for the first time.'],
    ],
  }
}

async function describeProduct(
  ctx: Ctx,
  payment: PaymentRow,
  creation: CreationRow | undefined,
): Promise<string> {
  const file = creation?.mediaId
    ? (await findMedia(ctx, [creation.mediaId])).get(creation.mediaId)
    : undefined
  const kind = file?.kind === 'video' ? 'film' : 'picture'
  const size = file?.width && file.height ? `, ${file.width} × ${file.height} pixels` : ''
  const handed =
    payment.proofsShown > 0
      ? ', shown first as a small, marked proof, and opened online as a whole file when the buyer kept it'
      : ' and delivered online as a file at once'
  const what =
    payment.units !== null
      ? `A batch of ${payment.captured / (payment.amount / payment.units)} creations, the first a ${kind}${size}`
      : creation && creation.fileCount > 1
        ? `A set of ${creation.fileCount} digital files, the first a ${kind}${size}`
        : `One digital ${kind}${size}`
  return `${what}, made by software to this buyer’s order from the recipe “${payment.workflowName}” (version ${payment.workflowVersion})${handed}. Licensed for ${LICENSES[payment.license]}. Nothing was shipped.`
}

function listAccess(events: Event[]): string {
  const known = events.filter((event): event is [Date, string] => event[0] instanceof Date)
  return known
    .toSorted(([one], [other]) => one.getTime() - other.getTime())
    .map(([at, what]) => `${moment(at)}  ${what}`)
    .join('\n')
}

function describeTerms(
  { config }: Ctx,
  payment: PaymentRow,
  creation: CreationRow | undefined,
): string {
  const version = creation?.termsVersion ?? payment.termsVersion
  const at = creation?.termsAcceptedAt
  const address = config.PUBLIC_URL ? ` (${config.PUBLIC_URL}/terms)` : ''
  const accepted = version
    ? `The buyer accepted our terms of ${version}${address}${at ? ` on ${moment(at)}` : ''}, before the run.`
    : `Our terms${address} were shown before the payment.`
  // Beside a text of the operator's own the software's sections have no numbers.
  const section = (number: number, name: string) =>
    config.TERMS_TEXT ? `Section “${name}”` : `Section ${number}`
  return [
    accepted,
    `${section(4, 'Prices, payment and failed generations')}: the card is authorised first and charged only when the finished creation has been delivered; failed generations are not charged.`,
    ...(payment.proofsShown > 0
      ? [
          'The same section: where a recipe says “Proof first”, the buyer sees a proof before anything is charged, and is charged only if the buyer keeps it.',
        ]
      : []),
    `${section(5, 'Refunds')}: a creation that is technically broken, does not use the inputs given, or was charged twice is refunded when the buyer says so beside the receipt within ${CASE.days} days of the charge. A change of mind after delivery is no ground for a refund, since each creation is made for one buyer at once.`,
  ].join('\n')
}

function describeSale(
  { payment, dispute, note }: Disputed,
  complaint: CaseRow | undefined,
): string {
  const paid = payment.capturedAt ? ` on ${moment(payment.capturedAt)}` : ''
  const refunded =
    payment.refunded > 0
      ? `${formatCents(payment.refunded)} was refunded.`
      : 'Nothing was refunded.'
  return [
    'RECEIPT',
    `Number: ${payment.id}`,
    `At the payment provider: ${payment.intentId ?? payment.sessionId ?? '-'}`,
    `Sold: “${payment.workflowName}”, version ${payment.workflowVersion}`,
    `Charged: ${formatCents(payment.captured)} ${payment.currency.toUpperCase()}${paid}`,
    refunded,
    '',
    'COMPLAINTS',
    ...describeCase(complaint),
    '',
    'DISPUTE',
    `Number: ${dispute.id}`,
    `Disputed: ${formatCents(dispute.amount)}, because ${describeReason(dispute.reason)}.`,
    ...(note?.text ? ['', 'NOTE OF THE SELLER', note.text] : []),
  ].join('\n')
}

/** When the buyer complained and what was decided; the words of both sides stay here. */
function describeCase(complaint: CaseRow | undefined): string[] {
  if (!complaint) {
    return [`The buyer never pressed “Something is wrong”, open for ${CASE.days} days.`]
  }
  const { createdAt, reason, answeredAt, state, decidedAt } = complaint
  return [
    `${moment(createdAt)}  The buyer said: “${CASE_REASON_WORDS[reason]}”.`,
    ...(answeredAt ? [`${moment(answeredAt)}  The seller answered.`] : []),
    ...(decidedAt ? [`${moment(decidedAt)}  ${CASE_ENDS[state]}`] : []),
  ]
}

const CASE_ENDS: Record<CaseRow['state'], string> = {
  open: 'The complaint is open.',
  answered: 'The complaint is open.',
  granted: 'A refund was granted.',
  refused: 'A refund was refused, with a reason.',
  withdrawn: 'The buyer withdrew the complaint.',
  ended: 'The complaint ended with the dispute, a refund or the account.',
}
