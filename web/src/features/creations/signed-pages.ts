export { ClaimPage } from './claim-page.tsx'
export { ReceiptPage } from './receipt-page.tsx'
