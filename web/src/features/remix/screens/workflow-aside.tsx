import { expectedTime, formatGenerationTime } from '@vignette/contract/generation-time.ts'
import { ON_OWN_SERVER } from '@vignette/contract/own-server-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Emblem } from '../../../ui/emblem.tsx'
import { isVideoUrl, Picture, Video } from '../../../ui/media.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Travel } from '../../../ui/travel.tsx'
import { type BroughtCode, LICENSE_WORDS, PriceReason, PriceWith } from '../../creations/index.ts'
import { OwnPicture, type useOwnPicture } from './own-picture.tsx'

/** The recipe, always visible: its sample, creator, price and terms of use. */
export function WorkflowAside({
  workflow,
  code,
  hidesTime,
  own: { picture, awaited },
}: {
  workflow: WorkflowView
  code: BroughtCode | undefined
  /** The summary, which tells time and reason of the price itself. */
  hidesTime: boolean
  /** The preview of the visitor's own answers, in place of the sample. */
  own: ReturnType<typeof useOwnPicture>
}) {
  const license = LICENSE_WORDS[workflow.license]
  const shape = shapeOf(workflow)
  return (
    <aside aria-label="About this recipe" className="lg:sticky lg:top-24 lg:self-start">
      <div className="flex items-center gap-4 lg:block">
        <Travel name={`recipe-${workflow.id}`}>
          {picture ? (
            <OwnPicture
              src={picture}
              className="max-h-28 max-w-24 lg:max-h-[min(34rem,calc(100dvh-22rem))] lg:max-w-full"
            />
          ) : (
            <figure className="w-20 shrink-0 lg:w-full">
              <div
                className="aspect-square overflow-hidden rounded-lg bg-sunken lg:max-h-[min(34rem,calc(100dvh-22rem))]"
                // The preview comes in its own shape, and pushes nothing down.
                style={awaited ? shape : undefined}
              >
                {awaited ? (
                  <Skeleton className="size-full" />
                ) : (
                  <Sample workflow={workflow} fit="whole" />
                )}
              </div>
              {(awaited || hasSample(workflow)) && (
                <figcaption className="mt-2 hidden text-center text-xs text-muted lg:block">
                  {awaited ? 'Your preview is being drawn…' : 'A sample'}
                </figcaption>
              )}
            </figure>
          )}
        </Travel>
        <div className="min-w-0 lg:mt-5">
          <p className="truncate text-lg font-semibold lg:text-xl lg:wrap-anywhere lg:whitespace-normal">
            {workflow.name}
          </p>
          {workflow.creator_handle && (
            <p className="truncate text-sm text-muted">@{workflow.creator_handle}</p>
          )}
          <p className="mt-1 text-sm text-muted lg:hidden">
            <PriceWith workflow={workflow} code={code} />
            {!hidesTime && ` · ${formatGenerationTime(expectedTime(workflow))}`}
          </p>
        </div>
      </div>
      <dl className="mt-5 hidden divide-y divide-line border-y border-line text-sm lg:block">
        <Fact name="Price" value={<PriceWith workflow={workflow} code={code} />} />
        {!hidesTime && (
          <Fact name="Generation time" value={formatGenerationTime(expectedTime(workflow))} />
        )}
        {license && <Fact name="Licence" value={license.title} />}
      </dl>
      {workflow.own_server && <p className="mt-3 text-sm text-muted">{ON_OWN_SERVER}</p>}
      {!hidesTime && <PriceReason workflow={workflow} code={code} className="mt-3 empty:hidden" />}
    </aside>
  )
}

/** Of what a run makes, where no answer decides it. */
function shapeOf({ output_size: size }: WorkflowView): { aspectRatio: string } | undefined {
  if (!size || size.varies || size.up_to) return undefined
  return { aspectRatio: `${size.width} / ${size.height}` }
}

export function hasSample({ sample, sample_creation_url: url }: WorkflowView): boolean {
  return Boolean(sample ?? url)
}

/** Fills its frame; `whole` cuts nothing off, such as a poster’s lettering. */
export function Sample({
  workflow,
  fit = 'cover',
}: {
  workflow: WorkflowView
  fit?: 'cover' | 'whole'
}) {
  const { sample, sample_creation_url: url } = workflow
  if (!hasSample(workflow)) return <Emblem seed={workflow.id} />
  const isVideo = sample ? sample.kind === 'video' : isVideoUrl(url ?? '')
  if (isVideo && !sample?.preview_url) {
    return (
      <Video
        media={sample}
        url={url ?? undefined}
        label={`Sample of ${workflow.name}`}
        muted
        className={cx('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
      />
    )
  }
  return (
    <Picture
      media={isVideo && sample ? { ...sample, url: sample.preview_url ?? sample.url } : sample}
      url={url ?? undefined}
      alt={`Sample of ${workflow.name}`}
      sizes="(min-width: 1024px) 22rem, 5rem"
      fit={fit}
      failure="Preview unavailable"
    />
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}
