export { NoticesPage } from './notices-page.tsx'
export { UnsubscribePage } from './unsubscribe-page.tsx'
