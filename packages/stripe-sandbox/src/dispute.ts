import { type Dispute, Refusal, type StoredFile } from './objects.ts'
import { type Books, newObjectId } from './store.ts'

/** Banks give 7 to 21 days. */
const ANSWER = 14 * 86_400

export interface NewDispute {
  amount?: number | undefined
  reason?: string
  /** The bank asks and takes nothing. */
  inquiry?: boolean
}

/** https://docs.stripe.com/disputes/how-disputes-work: the amount and a fee are taken at once. */
export async function openDispute(
  books: Books,
  intentId: string,
  { amount, reason = 'fraudulent', inquiry = false }: NewDispute = {},
): Promise<Dispute> {
  const intent = await books.get('payment_intent', intentId)
  const charge = await books.get('charge', intent.latest_charge)
  const contested = amount ?? charge.amount_captured - charge.amount_refunded
  if (!charge.captured || contested < 1) throw new Refusal('Only captured money can be disputed.')
  const dispute: Dispute = {
    id: newObjectId('du'),
    object: 'dispute',
    payment_intent: intent.id,
    charge: charge.id,
    amount: contested,
    status: 'warning_needs_response',
    reason,
    evidence: {},
    evidence_details: {
      due_by: books.now + ANSWER,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    balance_transactions: [],
    created: books.now,
    own: { fee: 0 },
  }
  if (!inquiry) await change(books, dispute, { status: 'needs_response' })
  await books.put('dispute', dispute)
  await books.announce('charge.dispute.created', dispute)
  return dispute
}

const isInquiry = ({ status }: Pick<Dispute, 'status'>) => status.startsWith('warning_')

/** What the bank holds of the money, without the fee. */
const taken = (dispute: Pick<Dispute, 'status' | 'amount'>) =>
  isInquiry(dispute) || dispute.status === 'won' ? 0 : dispute.amount

/** Moves the money that a change of status or amount takes or returns; the first taking costs a fee. */
async function change(
  books: Books,
  dispute: Dispute,
  set: Partial<Pick<Dispute, 'status' | 'amount'>>,
): Promise<void> {
  const before = taken(dispute)
  const wasInquiry = isInquiry(dispute)
  Object.assign(dispute, set)
  const amount = before - taken(dispute)
  const fee = wasInquiry && !isInquiry(dispute) ? books.terms.disputeFee : 0
  const charge = await books.get('charge', dispute.charge)
  charge.disputed = taken(dispute) > 0
  await books.put('charge', charge)
  if (amount === 0 && fee === 0) return
  const { currency } = await books.get('payment_intent', dispute.payment_intent)
  dispute.balance_transactions.push(
    await books.transact('adjustment', dispute.id, { amount, fee, currency }),
  )
}

const ENDED: Dispute['status'][] = ['won', 'lost', 'warning_closed']

/**
 * A won dispute returns the money; a lost one can be won on appeal, and a won one be lost. An
 * inquiry that becomes a dispute gives a new time for evidence.
 */
export async function moveDispute(
  books: Books,
  id: string,
  status: Dispute['status'],
): Promise<Dispute> {
  const dispute = await books.get('dispute', id)
  if (isInquiry(dispute) && status === 'needs_response') {
    dispute.evidence_details.due_by = books.now + ANSWER
  }
  await change(books, dispute, { status })
  await books.put('dispute', dispute)
  const event = ENDED.includes(status) ? 'closed' : 'updated'
  await books.announce(`charge.dispute.${event}`, dispute)
  return dispute
}

export async function changeDispute(books: Books, id: string, amount: number): Promise<void> {
  const dispute = await books.get('dispute', id)
  await change(books, dispute, { amount })
  await books.put('dispute', dispute)
  await books.announce('charge.dispute.updated', dispute)
}

/** A dispute without an answer in time is lost; an inquiry becomes a dispute. */
export async function closeDispute(books: Books, id: string): Promise<void> {
  const dispute = await books.get('dispute', id)
  await moveDispute(books, id, isInquiry(dispute) ? 'needs_response' : 'lost')
}

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export async function warnOfFraud(books: Books, intentId: string): Promise<void> {
  const intent = await books.get('payment_intent', intentId)
  await books.announce('radar.early_fraud_warning.created', {
    id: newObjectId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: intent.latest_charge,
    payment_intent: intent.id,
    fraud_type: 'made_with_stolen_card',
    created: books.now,
  })
}

const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png']
/** https://docs.stripe.com/api/files/create: of evidence in all 4.5 MB. */
const MOST_BYTES = 4.5 * 1024 * 1024

/** The parts of a multipart form by name; a file has a file name, a type and a size. */
export type Parts = Record<string, { text: string; filename: string; type: string; size: number }>

/** Reads a form whose text was decoded as latin1, so that a character is a byte. */
export function readParts(text: string, contentType: string): Parts {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? ''
  const parts: Parts = {}
  for (const part of text.split(`--${boundary}`)) {
    const name = / name="([^"]*)"/.exec(part)?.[1]
    const start = part.indexOf('\r\n\r\n')
    if (!name || start < 0) continue
    const body = part.slice(start + 4, -2)
    parts[name] = {
      text: body,
      filename: /filename="([^"]*)"/.exec(part)?.[1] ?? '',
      type: /Content-Type: (\S+)/.exec(part)?.[1] ?? '',
      size: body.length,
    }
  }
  return parts
}

/** https://docs.stripe.com/api/files/create: what a file holds is not kept. */
export function createFile(books: Books, parts: Parts): Promise<StoredFile> {
  const file = parts['file']
  const purpose = parts['purpose']?.text
  if (!file || purpose !== 'dispute_evidence') {
    throw new Refusal('The sandbox keeps evidence alone.', { param: 'purpose' })
  }
  if (!FILE_TYPES.includes(file.type) || file.size > MOST_BYTES) {
    throw new Refusal('Evidence files are PDF, JPEG or PNG files of at most 4.5 MB.', {
      param: 'file',
    })
  }
  return books.put('file', {
    id: newObjectId('file'),
    object: 'file',
    purpose,
    filename: file.filename,
    type: file.type,
    size: file.size,
    created: books.now,
  })
}

/** https://docs.stripe.com/api/disputes/update: texts of 150,000 characters in all, sent once. */
export async function updateDispute(
  books: Books,
  id: string,
  form: Record<string, string>,
): Promise<Dispute> {
  const dispute = await books.get('dispute', id)
  const { evidence_details: details, status } = dispute
  if (status !== 'needs_response' && status !== 'warning_needs_response') {
    throw new Refusal('This dispute’s evidence cannot be updated: it was submitted or is closed.')
  }
  if (details.due_by !== null && details.due_by <= books.now) {
    throw new Refusal('The due date of this dispute’s evidence has passed.')
  }
  const evidence = Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith('evidence['))
      .map(([name, value]) => [name.slice('evidence['.length, -1), value]),
  )
  const length = Object.values(evidence).reduce((sum, text) => sum + text.length, 0)
  if (length > 150_000) throw new Refusal('The evidence is longer than 150,000 characters.')
  const fileId = evidence['uncategorized_file']
  if (fileId && !(await books.find('file', fileId))) {
    throw new Refusal(`No such file upload: '${fileId}'`, {
      code: 'resource_missing',
      param: 'evidence[uncategorized_file]',
    })
  }
  Object.assign(dispute.evidence, evidence)
  details.has_evidence = true
  const isSent = form['submit'] !== 'false'
  if (isSent) details.submission_count += 1
  await books.put('dispute', dispute)
  if (!isSent) return dispute
  return moveDispute(
    books,
    id,
    status === 'needs_response' ? 'under_review' : 'warning_under_review',
  )
}
