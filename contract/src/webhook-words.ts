/** What an account's own server can be told, and when. */
export const WEBHOOK_EVENTS = {
  'creation.completed': 'A remix of yours was delivered',
  'creation.failed': 'A remix of yours failed',
  'creation.held': 'A delivered remix waits for a check before others may see it',
  'payment.authorized': 'A purchase of yours was authorised',
  'payment.captured': 'You were charged, or sold a remix',
  'payment.released': 'A purchase of yours ended without a charge',
  'payment.refunded': 'Money of a purchase or sale of yours went back to the buyer',
  'payout.paid': 'A payout reached your bank',
  'payout.failed': 'A payout was refused or came back',
  'payout.held': 'Money of yours is held back',
  'case.opened': 'A case was opened, by you or by a buyer of yours',
  'case.closed': 'Such a case was closed, whatever its outcome',
  'workflow.paused': 'A recipe of yours takes no new remixes',
  'workflow.resumed': 'A recipe of yours takes remixes again',
  'workflow.hidden': 'An admin has hidden a recipe of yours',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]
/** Sent by hand alone, to see whether an address answers. */
export const WEBHOOK_TEST = 'webhook.test'

export const WEBHOOK = {
  most: 10,
  urlMax: 2048,
  /** So long a replaced secret still signs. */
  oldSecretHours: 24,
  /** So many ended deliveries of an endpoint are kept. */
  kept: 100,
  /** Of an answer's text, in characters. */
  answerMax: 1000,
  /** A delivery is tried for so long. */
  tryDays: 3,
} as const
