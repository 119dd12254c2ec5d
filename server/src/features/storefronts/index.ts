export { updateStorefront } from './update-storefront.ts'
