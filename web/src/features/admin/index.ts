export { AdminPage } from './admin-page.tsx'
export { AdminCasesPage } from './cases-page.tsx'
export { AdminDisputesPage } from './disputes-page.tsx'
export { AdminPayoutsPage } from './payouts-page.tsx'
