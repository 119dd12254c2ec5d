export { updateStorefront } from './own-storefront.ts'
