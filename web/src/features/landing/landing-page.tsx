import { useCallback, useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { useShop } from '../../lib/shop.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Hero } from './hero.tsx'
import { Pieces } from './pieces.tsx'
import { Pricing } from './pricing.tsx'
import { Questions } from './questions.tsx'
import {
  Audiences,
  CreatorSteps,
  FanSteps,
  Features,
  FinalCall,
  People,
  Reasons,
} from './sections.tsx'

const WaitlistDialog = lazyPart(async () => (await import('./waitlist-dialog.tsx')).WaitlistDialog)

export function LandingPage() {
  usePageTitle(undefined)
  const isMarket = useShop().mode !== 'single'
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const openWaitlist = useCallback((from: string) => {
    track('waitlist_opened', { from })
    setWanted(true)
    setOpen(true)
  }, [])
  return (
    <>
      <Hero />
      <Pieces />
      <Audiences />
      <FanSteps />
      {isMarket && <CreatorSteps onCreator={() => openWaitlist('how_it_works')} />}
      <Reasons />
      {isMarket && (
        <>
          <Features />
          <Pricing onCreator={() => openWaitlist('pricing')} />
          <People />
        </>
      )}
      <Questions />
      <FinalCall {...(isMarket && { onCreator: () => openWaitlist('final') })} />
      {wanted && <WaitlistDialog open={open} onOpenChange={setOpen} />}
    </>
  )
}
