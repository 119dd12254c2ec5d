export { getSpendable, lockBalance } from './position.ts'
export { receivePayoutWebhook } from './receive-payout-webhook.ts'
export { refreshAccount } from './refresh-account.ts'
