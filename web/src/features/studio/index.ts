export { CasesPage } from './cases-page.tsx'
export { DisputesPage } from './disputes-page.tsx'
export { MoneyPage } from './money-page.tsx'
export { SalesPage } from './sales-page.tsx'
