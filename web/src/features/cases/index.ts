import { lazyPart } from '../../ui/lazy-part.tsx'

export { CaseList } from './components/case-list.tsx'

/** Loaded after the receipt stands. */
export const CasePanel = lazyPart(
  async () => (await import('./components/case-panel.tsx')).CasePanel,
)
