import { useQuery } from '@tanstack/react-query'
import { track } from '../../lib/analytics.ts'
import { useShop } from '../../lib/shop.ts'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { frontPageQuery } from './api.ts'
import { PosterForm } from './poster-form.tsx'

const WORDS =
  'Somebody has worked out how software makes the image you have in mind. That is a recipe. Bring a photo or a line of text, remix it, and keep what comes out.'

const discover = () => track('landing_cta_clicked', { cta: 'discover' })

export function Hero() {
  const { data } = useQuery(frontPageQuery)
  const { title, words } = useShop()
  if (data?.poster && !title && !words)
    return (
      <PosterForm poster={data.poster}>
        <p className="mt-5 max-w-md text-lg text-muted">
          Name the town, and software draws its poster in seconds. It follows a{' '}
          <Link
            to="/workflows"
            onClick={discover}
            className="text-ink underline underline-offset-4"
          >
            recipe
          </Link>
          : a way to make a picture or film that somebody worked out, for your own words and photos.
        </p>
      </PosterForm>
    )
  return (
    <section className="shell pt-14 sm:pt-24">
      <h1 className={cx('text-4xl', title ? 'max-w-[24ch] break-words' : 'max-w-[14ch]')}>
        {title ?? 'Recipes for pictures and film.'}
      </h1>
      <p className="mt-7 max-w-xl text-lg whitespace-pre-line text-muted">{words ?? WORDS}</p>
      <LinkButton to="/workflows" size="lg" className="mt-8" onClick={discover}>
        Discover recipes
      </LinkButton>
    </section>
  )
}
