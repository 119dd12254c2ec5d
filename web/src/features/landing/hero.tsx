import { useQuery } from '@tanstack/react-query'
import { track } from '../../lib/analytics.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { frontPageQuery } from './api.ts'
import { PosterForm } from './poster-form.tsx'

const discover = () => track('landing_cta_clicked', { cta: 'discover' })

export function Hero() {
  const { data } = useQuery(frontPageQuery)
  if (data?.poster)
    return (
      <PosterForm poster={data.poster}>
        <p className="mt-5 max-w-md text-lg text-muted">
          Name the town, and watch its poster being drawn. It is one of the{' '}
          <Link
            to="/workflows"
            onClick={discover}
            className="text-ink underline underline-offset-4"
          >
            recipes for pictures and film
          </Link>{' '}
          that people publish here.
        </p>
      </PosterForm>
    )
  return (
    <section className="shell pt-14 sm:pt-24">
      <h1 className="max-w-[14ch] text-4xl">Recipes for pictures and film.</h1>
      <p className="mt-7 max-w-xl text-lg text-muted">
        Somebody has already worked out how to make the image you have in mind. Bring a photo or a
        line of text, run their recipe, and keep what comes out.
      </p>
      <LinkButton to="/workflows" size="lg" className="mt-8" onClick={discover}>
        Discover recipes
      </LinkButton>
    </section>
  )
}
