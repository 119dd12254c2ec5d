export { DraftPage } from './draft-page.tsx'
export { NewRecipePage } from './new-recipe-page.tsx'
