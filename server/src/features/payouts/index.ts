export { receivePayoutWebhook } from './receive-payout-webhook.ts'
