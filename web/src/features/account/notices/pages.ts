export { ConfirmPage } from './confirm-page.tsx'
export { NoticesPage } from './notices-page.tsx'
export { UnsubscribePage } from './unsubscribe-page.tsx'
