export { resealWebhooks } from './signing-secret.ts'
