export { ClaimPage } from './claim-page.tsx'
export { PurchasePage, ReceiptPage } from './receipt-page.tsx'
