export {
  cacheCreation,
  creationQuery,
  restoreCreation,
  userCreationsQuery,
  workflowCreationsQuery,
} from './api.ts'
export { CaseList } from './cases/components/case-list.tsx'
export {
  type BroughtCode,
  codeQuery,
  PriceReason,
  PriceWith,
  priceWith,
  useCode,
} from './code-price.tsx'
export { SaveButton } from './collections/save-button.tsx'
export { useWaiver, type Waiver } from './components/use-waiver.tsx'
export { describePayment } from './describe-payment.ts'
export { chooseCreationPicture } from './gallery/choose-creation-picture.ts'
export { CreationCard } from './gallery/creation-card.tsx'
export { Gallery, GallerySkeleton } from './gallery/gallery.tsx'
export { CompareSlider, Lightbox, OwnCollections, RelatedWorkflows } from './lazy-parts.ts'
export { LICENSE_WORDS } from './license-words.ts'
export { describeReason } from './report/reason-words.ts'
export { ReportButton } from './report/report-button.tsx'
export { shareLink } from './share/share-link.ts'
