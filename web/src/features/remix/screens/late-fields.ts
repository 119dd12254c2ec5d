/** Fields beside the payment and the run, which load once they are shown. */
export { AddressField } from './address-field.tsx'
export { CodeField } from './code-field.tsx'
export { ReceiptField } from './receipt-field.tsx'
