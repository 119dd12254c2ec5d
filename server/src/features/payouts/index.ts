export { payoutEvents } from './events.ts'
export { findPayout, listPaidSince } from './queries.ts'
export { receivePayoutWebhook } from './receive-payout-webhook.ts'
