import type { StorefrontLink, StorefrontView } from '@vignette/contract/storefronts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Share } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { shareLink } from '../../creations/index.ts'
import { FollowButton } from './follow-button.tsx'

export function StorefrontHeader({
  storefront,
  isOwn,
}: {
  storefront: StorefrontView
  isOwn: boolean
}) {
  const { handle, picture, lines, links, recipes_total: recipes } = storefront
  const { remixes, followers } = storefront
  const facts = [
    ...(recipes > 0 ? [`${recipes} ${recipes === 1 ? 'recipe' : 'recipes'}`] : []),
    ...(followers === null ? [] : [`${followers.toLocaleString('en-US')} followers`]),
    ...(remixes === null ? [] : [`${remixes.toLocaleString('en-US')} remixes`]),
  ]
  const share = async () => {
    const outcome = await shareLink(`@${handle}`, location.href)
    if (outcome === 'copied') toast('Link copied')
    if (outcome === 'failed')
      toastError('The link could not be copied. Copy it from the address bar.')
  }
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-5">
      <Avatar user={{ picture, email: handle }} size={80} />
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="text-3xl break-all">@{handle}</h1>
        {lines.map((line) => (
          <p key={line} className="mt-1.5 text-lg wrap-anywhere text-muted">
            {line}
          </p>
        ))}
        {facts.length > 0 && <p className="mt-2 text-sm text-muted">{facts.join(' · ')}</p>}
        {links.length > 0 && (
          <ul className="mt-3 flex flex-wrap gap-x-5" aria-label="Links">
            {links.map((link) => (
              <li key={link.url} className="min-w-0">
                <OutsideLink link={link} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex items-center gap-2.5">
        {!isOwn && <FollowButton id={storefront.id} handle={handle} />}
        {isOwn && (
          <LinkButton to="/studio/storefront" kind="secondary">
            Edit
          </LinkButton>
        )}
        <Button kind="secondary" size="icon" aria-label="Share" onClick={() => void share()}>
          <Icon of={Share} />
        </Button>
        <Menu
          label={`More of @${handle}`}
          items={[
            {
              label: 'RSS feed',
              note: 'New recipes in a reader of feeds',
              act: () => location.assign(`/@${handle}/feed.xml`),
            },
          ]}
        />
      </div>
    </header>
  )
}

/** The site stands beside its label, so that no label passes for another site. */
function OutsideLink({ link: { label, url } }: { link: StorefrontLink }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="nofollow ugc noopener"
      className="group flex min-h-11 flex-wrap items-center gap-x-1.5 text-[0.9375rem]"
    >
      <span className="wrap-anywhere underline decoration-line-strong underline-offset-4 group-hover:decoration-ink">
        {label}
      </span>
      <span className="text-sm break-all text-muted">
        {new URL(url).hostname.replace(/^www\./, '')}
      </span>
    </a>
  )
}
