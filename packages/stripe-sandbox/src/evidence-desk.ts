import { newObjectId } from './stripe-books.ts'
import { type Dispute, Refusal, type StoredFile } from './stripe-objects.ts'
import type { StripeState } from './stripe-state.ts'

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

/** https://docs.stripe.com/api/files/create */
export function createFile(state: StripeState, parts: Parts): StoredFile {
  const file = parts['file']
  const purpose = parts['purpose']?.text
  if (!file || purpose !== 'dispute_evidence') {
    throw new Refusal('This stand-in keeps evidence alone.', { param: 'purpose' })
  }
  if (!FILE_TYPES.includes(file.type) || file.size > MOST_BYTES) {
    throw new Refusal('Evidence files are PDF, JPEG or PNG files of at most 4.5 MB.', {
      param: 'file',
    })
  }
  const stored: StoredFile = {
    id: newObjectId('file'),
    object: 'file',
    purpose,
    filename: file.filename,
    type: file.type,
    size: file.size,
    created: state.now(),
  }
  state.files.set(stored.id, stored)
  return stored
}

/** https://docs.stripe.com/api/disputes/update: texts of 150,000 characters in all, sent once. */
export function updateDispute(
  state: StripeState,
  id: string,
  form: Record<string, string>,
): Dispute {
  const dispute = state.get(state.disputes, id, 'dispute')
  const { evidence_details: details, status } = dispute
  if (status !== 'needs_response' && status !== 'warning_needs_response') {
    throw new Refusal('This dispute’s evidence cannot be updated: it was submitted or is closed.')
  }
  if (details.due_by !== null && details.due_by <= state.now()) {
    details.past_due = true
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
  if (fileId && !state.files.has(fileId)) {
    throw new Refusal(`No such file upload: '${fileId}'`, {
      code: 'resource_missing',
      param: 'evidence[uncategorized_file]',
    })
  }
  Object.assign(dispute.evidence, evidence)
  details.has_evidence = true
  if (form['submit'] === 'false') return dispute
  details.submission_count += 1
  return state.moveDispute(
    id,
    status === 'needs_response' ? 'under_review' : 'warning_under_review',
  )
}

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export function warnOfFraud(state: StripeState, intentId: string): void {
  const intent = state.get(state.intents, intentId, 'payment_intent')
  state.announce('radar.early_fraud_warning.created', {
    id: newObjectId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: intent.latest_charge,
    payment_intent: intent.id,
    fraud_type: 'made_with_stolen_card',
    created: state.now(),
  })
}
