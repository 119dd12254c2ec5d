export { getPurchase } from './purchase.ts'
