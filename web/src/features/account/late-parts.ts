// One chunk: tabs that few visitors open, and what a guest has of the profile.
export { GuestProfile } from './components/guest-profile.tsx'
export { Purchases } from './components/purchases.tsx'
export { Referrals } from './components/referrals.tsx'
