export { keepLegalTexts } from './legal-text.ts'
export { whyNotChangeCurrency } from './refusals.ts'
export { hasOwner, makeSetUpCode } from './set-up.ts'
export { readSettings, resealSettings } from './setting.ts'
