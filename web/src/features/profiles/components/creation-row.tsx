import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import { CreationCard, Gallery } from '../../creations/index.ts'

/** A row of public creations; `signed` names each maker, where several people made them. */
export function CreationRow({
  id,
  title,
  creations,
  signed = false,
}: {
  id: string
  title: string
  creations: StorefrontView['made_with']
  signed?: boolean
}) {
  if (creations.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-16 border-t border-line pt-9">
      <h2 id={id} className="text-2xl wrap-anywhere">
        {title}
      </h2>
      <div className="mt-7">
        <Gallery items={creations} keyOf={(creation) => creation.id} label={title}>
          {(creation, index) => (
            <CreationCard
              creation={creation}
              index={index}
              {...(!signed && { title: creation.workflow_name || 'AI Creation' })}
            />
          )}
        </Gallery>
      </div>
    </section>
  )
}
