export { GuestPurchases } from './components/guest-purchases.tsx'
export { Purchases } from './components/purchases.tsx'
