export { signMessage } from './rules.ts'
export { resealWebhooks } from './signing-secret.ts'
