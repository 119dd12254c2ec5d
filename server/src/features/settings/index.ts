export { whyNotChangeCurrency } from './refusals.ts'
export { readSettings, resealSettings, type Values } from './setting.ts'
