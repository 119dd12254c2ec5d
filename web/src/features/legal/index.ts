export { ImprintPage } from './legal-page.tsx'
export { PrivacyPage } from './privacy-page.tsx'
export { TermsPage } from './terms-page.tsx'
